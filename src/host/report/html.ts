import { visibleText } from "../../render/visible-text.ts";

/** Our own markup, the only thing that goes into a page unchanged. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Builds markup from a template. Every value counts as text: it is escaped and made visible, so
 * that it cannot be markup, hide, or reverse the line. Attributes must be quoted.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: strings.reduce((page, string, index) => page + written(parts[index - 1]) + string),
  };
}

function written(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string") {
    return visibleText(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
  }
  return "html" in part ? part.html : part.map(written).join("");
}
