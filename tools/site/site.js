// What is wider than its place can be scrolled from the keyboard too; Zensical sees to it for code alone, and not on phones.
addEventListener("load", () => {
  const watch = new ResizeObserver((seen) => {
    for (const { target } of seen) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) watch.observe(wide);
});
