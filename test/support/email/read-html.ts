/** HTML as a person reads it: markup undone, entities decoded. */
export function readHtml(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .trim();
}
