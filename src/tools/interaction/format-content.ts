import { formatJson } from "./format-json.ts";

export const FORMATS = ["json", "markdown", "security_summary", "structured"] as const;
export type ResponseFormat = (typeof FORMATS)[number];

const RULE = "=".repeat(30);

const FORMATTERS: Readonly<Record<ResponseFormat, (content: string) => string>> = {
  json: formatJson,
  markdown: (content) => {
    const body = trimmed(content);
    return /^#{1,6} /.test(body) ? `${body}\n` : `## Response\n\n${body}\n`;
  },
  security_summary: (content) => {
    const bullets = linesOf(content)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line) => `• ${line}\n`);
    return `SECURITY SUMMARY\n${RULE}\n${bullets.join("")}`;
  },
  structured: (content) => `RESPONSE\n${RULE}\n${trimmed(content)}\n`,
};

/** The content in a format, which is `structured` where there is no such format. */
export function formatContent(
  content: string,
  wanted: string,
): { readonly text: string; readonly format: ResponseFormat } {
  const format = FORMATS.find((known) => known === wanted) ?? "structured";
  return { text: FORMATTERS[format](content), format };
}

function linesOf(content: string): string[] {
  return content.split(/\r\n|\r|\n/);
}

/** Without blank lines around it and without spaces at the ends of lines. */
function trimmed(content: string): string {
  return linesOf(content)
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd();
}
