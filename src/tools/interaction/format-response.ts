import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import { envelopeSchema, success } from "./envelope.ts";
import { formatJson } from "./format-json.ts";
import { userId } from "./parameters.ts";

const NAME = "format_response";
const MAX_LENGTH = 65_536;

const FORMATS = ["json", "markdown", "security_summary", "structured"] as const;
type ResponseFormat = (typeof FORMATS)[number];

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

export const formatResponse = defineTool({
  name: NAME,
  title: "Format a response",
  description:
    "Formats a text for people to read: json indents JSON by two spaces, and says where it is broken when it is not JSON; markdown puts it under a heading; security_summary makes one bullet of each line below the title SECURITY SUMMARY; structured gives it a title and a rule. An unknown format_type is taken as structured. It returns at once, changes nothing and sends nothing to anybody.",
  topics:
    "format formatting formatted formatter presentation present presentable pretty prettify beautify beautiful nice nicely neat neatly tidy clean indent indented indentation layout lay arrange structure structured render display print readable reader look bullets bullet list lists heading headings headline summary summarize text notes style convert turn transform output report answer json blob markdown",
  input: z.object({
    content: z.string().max(MAX_LENGTH).describe("The text to format, at most 65,536 characters."),
    format_type: z
      .string()
      .default("structured")
      .describe(`One of ${FORMATS.join(", ")}; structured where it is none of them.`),
    user_id: userId.describe("For whom it is formatted; it changes nothing of the format."),
  }),
  output: envelopeSchema(["success"], {
    original_content: z.string(),
    formatted_content: z.string(),
    format_type: z.string().describe("The format that was applied."),
    user_id: z.string(),
  }),
  annotations: { readOnly: true, repeatable: true, destructive: false, openWorld: false },
  async execute({ content, format_type, user_id }, context) {
    const { text, format } = formatContent(content, format_type);
    return success(
      NAME,
      { original_content: content, formatted_content: text, format_type: format, user_id },
      context,
    );
  },
});

/** The content in a format; `structured` for an unknown one. */
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

/** Without surrounding blank lines and without spaces at the ends of lines. */
function trimmed(content: string): string {
  return linesOf(content)
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd();
}
