import { OPERATIONS } from "../operations.ts";
import { TAGS, tagsOf } from "./tags.ts";

/** What a model reads of a server first: https://llmstxt.org. */
export function llmsText(): string {
  const groups = TAGS.flatMap(({ name, description }) => {
    const own = Object.entries(OPERATIONS).filter(([operation]) =>
      tagsOf(operation).includes(name),
    );
    const calls = own.map(([operation, { method, path }]) => `${operation} (${method} ${path})`);
    return calls.length === 0 ? [] : [`- ${name}: ${description} ${calls.join(", ")}`];
  });
  return `# Earshot

> Keeps a person within earshot of every AI agent: an agent asks, tells or seeks authorization, a person answers, and the answer is kept until the agent has it.

Every call carries a key: \`Authorization: Bearer KEY\`. Bodies and answers are JSON, and a POST may carry \`Idempotency-Key\`. To ask is \`POST /v1/requests\` with \`{"text": "…"}\`; to hear the answer is \`GET /v1/requests/{id}/wait\`.

## Interface

- [OpenAPI](/openapi.json): every operation with its input, its answer, examples and errors
- [Tools](/capabilities): what a model can call over HTTP and MCP, with schemas; \`?search=\` finds the tools for a need

## Operations

${groups.join("\n")}
`;
}
