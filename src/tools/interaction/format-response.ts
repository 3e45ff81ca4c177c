import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import { envelopeSchema, success } from "./envelope.ts";
import { FORMATS, formatContent } from "./format-content.ts";
import { userId } from "./parameters.ts";

const NAME = "format_response";
const MAX_LENGTH = 65_536;

export const formatResponse = defineTool({
  name: NAME,
  title: "Format a response",
  description:
    "Formats a text for people to read: json indents JSON by two spaces, and says where it is broken when it is no JSON; markdown puts it under a heading; security_summary makes one bullet of each line below the title SECURITY SUMMARY; structured gives it a title and a rule. An unknown format_type is taken as structured. It returns at once, changes nothing and sends nothing to anybody.",
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
