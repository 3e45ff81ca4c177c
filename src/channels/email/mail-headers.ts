import type { ParsedMail } from "mailparser";

/** A header's raw text, unfolded and without its name; the first if there are several. */
export function mailHeader({ headerLines }: ParsedMail, name: string): string | undefined {
  const found = headerLines.find(({ key }) => key === name)?.line;
  return found
    ?.slice(found.indexOf(":") + 1)
    .replace(/\s+/g, " ")
    .trim();
}
