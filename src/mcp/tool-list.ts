import type { Tool } from "@modelcontextprotocol/server";
import type { JsonObject } from "../domain/json.ts";
import type { ToolFacts } from "../ports/earshot/agent-surface.ts";

/** The tool that may also ask the person at the client. */
export const ASKING_TOOL = "ask_human";
/** The argument that says so. */
export const AT_CLIENT = "at_client";

const AT_CLIENT_SCHEMA: JsonObject = {
  type: "boolean",
  description:
    "Also show the question to the person at this client, who may answer it there. Only for what is of little consequence: nobody checks who that person is, and it never counts as consent. Where the client cannot show forms, operators are asked as usual.",
};

/** The tools as `tools/list` gives them. */
export function listTools(tools: readonly ToolFacts[]): Tool[] {
  return tools.map(({ name, title, description, annotations, ...schemas }) => ({
    name,
    title,
    description,
    inputSchema: asSchema(
      name === ASKING_TOOL ? withAtClient(schemas.inputSchema) : schemas.inputSchema,
    ),
    outputSchema: asSchema(schemas.outputSchema),
    annotations: { title, ...annotations },
  }));
}

function withAtClient(schema: JsonObject): JsonObject {
  const properties = schema["properties"] as JsonObject;
  return { ...schema, properties: { ...properties, [AT_CLIENT]: AT_CLIENT_SCHEMA } };
}

/** Both schemas describe objects. */
function asSchema(schema: JsonObject): Tool["inputSchema"] {
  return schema as Tool["inputSchema"];
}
