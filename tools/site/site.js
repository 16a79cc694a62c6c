// Let the keyboard scroll elements that are too wide; Zensical does so only for code, and not on phones.
addEventListener("load", () => {
  const watch = new ResizeObserver((seen) => {
    for (const { target } of seen) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) watch.observe(wide);
});
