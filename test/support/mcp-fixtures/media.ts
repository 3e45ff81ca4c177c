import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { type FixtureTool, fixtureTool } from "./fixture-tool.ts";

/** One red pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** The head of a sound of no length. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const IMAGE: ContentBlock = { type: "image", data: PNG, mimeType: "image/png" };

function returning(name: string, ...content: CallToolResult["content"]): FixtureTool {
  return fixtureTool(name, { description: "Returns content that never changes." }, async () => ({
    content,
  }));
}

export const MEDIA_TOOLS: readonly FixtureTool[] = [
  returning("test_image_content", IMAGE),
  returning("test_audio_content", { type: "audio", data: WAV, mimeType: "audio/wav" }),
  returning("test_embedded_resource", {
    type: "resource",
    resource: {
      uri: "test://embedded-resource",
      mimeType: "text/plain",
      text: "This is an embedded resource content.",
    },
  }),
  returning(
    "test_multiple_content_types",
    { type: "text", text: "Multiple content types test:" },
    IMAGE,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    },
  ),
];
