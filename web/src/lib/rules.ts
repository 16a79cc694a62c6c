// Rules as they are read during a match.

/** A page whose links to sections stay on the page; without this, `<base>` leads them away. */
export function onThisPage(html: string): string {
  return html.replaceAll('href="#', `href="${location.pathname}${location.search}#`);
}

/** The rules without their sources: the paragraphs before the first heading but one, and the notes in brackets. */
export function withoutSources(html: string): string {
  const start = html.search(/<h3[ >]/);
  const [before, rules] = start < 0 ? [html, ""] : [html.slice(0, start), html.slice(start)];
  const intro = before.replace(/(<\/p>)\s*<p>[^]*/, "$1\n");
  return intro + rules.replace(/\s*<em>\([^<]*\)<\/em>(?=<\/(p|li)>)/g, "");
}
