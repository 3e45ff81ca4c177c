import { policySchema } from "../src/domain/policy/read-policy.ts";
import { keyRows, type Schema, schemaFile } from "./experiment-pages.ts";
import { NOTE, table } from "./page-parts.ts";

/** The keys of `earshot.yaml`, including those of its rules. */
export function policyPage(): string {
  return `${NOTE}

# The policy file

What \`npx earshot policy apply\` and \`npx earshot start\` read: \`earshot.yaml\`, YAML 1.2, or the same as JSON. Unknown keys are refused. \`earshot.schema.json\` in the package is the same as JSON Schema; a first line \`# yaml-language-server: $schema=PATH\` lets an editor check and complete. [The guide](../guides/policy.md) begins with one.

${table(["key", "type", "", "meaning"], keyRows(policySchema() as Schema))}
`;
}

/** \`earshot.schema.json\` as the formatter leaves it. */
export const policySchemaFile = () => schemaFile(policySchema());
