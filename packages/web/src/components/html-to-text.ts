/** Returns the text of HTML, with a line for each paragraph. Nothing in the HTML runs or is requested. */
export function htmlToText(html: string): string {
  // A closing tag becomes a line break only before another tag, so that the last paragraph adds no empty line.
  const lines = html.replaceAll(/<br\s*\/?>/gi, '\n').replaceAll(/<\/(?:p|div|li)>\s*(?=<)/gi, '\n')
  // In `<pre>`, spaces at the beginning are kept, and the parser drops one line break: the added one.
  return new DOMParser().parseFromString(`<pre>\n${lines}</pre>`, 'text/html').body.textContent
}
