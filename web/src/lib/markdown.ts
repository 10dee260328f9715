/** Markdown of the rulebooks. HTML in it stays text. */

import MarkdownIt from "markdown-it";

const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Alignment would come as style attributes, which the content policy forbids.
for (const rule of ["th_open", "td_open"]) {
  md.renderer.rules[rule] = (tokens, i) => `<${tokens[i]!.tag}>`;
}

export function render(text: string): string {
  return md.render(text);
}
