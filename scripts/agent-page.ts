import { z } from "zod";
import { AGENT_FILE, agentSchema } from "../src/host/agents/agent-file.ts";
import { keyRows, type Schema, schemaFile } from "./experiment-pages.ts";
import { NOTE, table } from "./page-parts.ts";

/** The keys of an agent file, those of its maps and lists included. */
export function agentPage(): string {
  const schema = z.toJSONSchema(AGENT_FILE, { io: "input" }) as Schema;
  return `${NOTE}

# The agent file

What \`npx earshot host\` reads for each agent: \`agents/NAME/agent.yaml\`, YAML 1.2, with paths relative to that folder. Unknown keys are refused. \`agent.schema.json\` in the package is the same as JSON Schema; a first line \`# yaml-language-server: $schema=PATH\` lets an editor check and complete. [The guide](../guides/agents.md) begins with one.

${table(["key", "type", "", "meaning"], keyRows(schema))}
`;
}

/** \`agent.schema.json\` as the formatter leaves it. */
export const agentSchemaFile = () => schemaFile(agentSchema());
