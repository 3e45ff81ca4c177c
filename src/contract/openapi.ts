import { z } from "zod";
import { ERRORS } from "../domain/errors.ts";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import { SURFACES } from "../domain/surface.ts";
import type { ToolFacts } from "../ports/earshot/agent-surface.ts";
import { ClosedEvent } from "./operations/subscriptions.ts";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "./operations.ts";
import { pathParameters } from "./routes.ts";
import { Problem } from "./schemas/requests.ts";
import { toolPath } from "./schemas/tools.ts";

type JsonSchema = Record<string, unknown>;

/** The whole interface as an OpenAPI 3.1 document, with the tools that a server has. */
export function openApiDocument(
  version: string,
  tools: readonly ToolFacts[] = [],
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describe(name, operation);
    paths[operation.path] = path;
  }
  for (const tool of tools) paths[toolPath(tool.name)] = { post: describeTool(tool) };
  for (const [path, summary] of Object.entries(PUBLIC_PATHS)) {
    paths[path] = { get: { summary, security: [], responses: { 200: { description: summary } } } };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Earshot",
      version,
      description: "Keeps a person within earshot of every AI agent.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    security: [{ key: [] }],
    paths,
    webhooks: { "earshot.request.closed": { post: describeCall() } },
    components: {
      schemas: componentSchemas(),
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  };
}

function describe(name: string, operation: Operation): Record<string, unknown> {
  const inPath = pathParameters(operation.path);
  const { properties, required } = objectSchema(operation.input);
  const own = Object.entries(properties);
  const parameters = own.filter(([key]) => operation.method === "GET" || inPath.includes(key));
  const body = own.filter(([key]) => operation.method === "POST" && !inPath.includes(key));
  const success = {
    description: operation.summary,
    content: { [operation.media]: { schema: schemaOf(operation.output, "output") } },
  };
  return {
    operationId: name,
    summary: operation.summary,
    description: needs(operation.right),
    ...present({ security: needsNoKey(operation) ? [] : undefined }),
    parameters: [
      ...parameters.map(([key, schema]) => ({
        name: key,
        in: inPath.includes(key) ? "path" : "query",
        required: inPath.includes(key) || required.includes(key),
        schema,
      })),
      ...(operation.method === "POST" && operation.right !== "none" ? [IDEMPOTENCY_KEY, VIA] : []),
    ],
    ...present({
      requestBody:
        body.length === 0
          ? undefined
          : {
              required: true,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    additionalProperties: false,
                    properties: Object.fromEntries(body),
                    required: required.filter((key) => !inPath.includes(key)),
                  },
                },
              },
            },
    }),
    responses: { [operation.status]: success, default: PROBLEM },
  };
}

function needsNoKey({ right }: Operation): boolean {
  return right === "none" || right === "invitation";
}

function needs(right: Operation["right"]): string {
  switch (right) {
    case "none":
      return "Needs no key: it lets a browser in, and takes calls of the inbox's own page only.";
    case "invitation":
      return "Needs no key: the invitation in its body says who calls.";
    case "key":
      return "Needs any valid key.";
    default:
      return `Needs the right \`${right}\`.`;
  }
}

function needsAll(rights: ToolFacts["rights"]): string {
  return rights.length === 0 ? needs("key") : rights.map(needs).join(" ");
}

/** A tool's schemas are complete: they refer to nothing else. */
function describeTool(tool: ToolFacts): Record<string, unknown> {
  return {
    operationId: tool.name,
    summary: tool.title,
    description: `${tool.description} ${needsAll(tool.rights)}`,
    parameters: [IDEMPOTENCY_KEY, VIA],
    requestBody: {
      required: true,
      content: { "application/json": { schema: tool.inputSchema } },
    },
    responses: {
      200: {
        description: "What the tool returns, also while a person has not answered yet.",
        content: { "application/json": { schema: tool.outputSchema } },
      },
      default: PROBLEM,
    },
  };
}

/** The call to the program of an agent. */
function describeCall(): Record<string, unknown> {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    operationId: "requestClosed",
    summary: "A request of a subscribed agent has closed",
    description:
      "Signed by Standard Webhooks with the secret of the agent's subscription. It can come twice with the same `webhook-id`.",
    security: [],
    parameters: [
      header("webhook-id", "The same for every attempt."),
      header(
        "webhook-timestamp",
        "In seconds since 1970; refuse what is more than five minutes off.",
      ),
      header(
        "webhook-signature",
        "`v1,` and base64; several, with spaces, while a secret is replaced.",
      ),
    ],
    requestBody: {
      required: true,
      content: { "application/cloudevents+json": { schema: schemaOf(ClosedEvent, "output") } },
    },
    responses: {
      "2XX": { description: "It was taken. Nothing of the reply is read but its status." },
      default: {
        description: "It is called again after 5xx, 408, 425 and 429; other replies are final.",
      },
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes the change happen once, however often the call is repeated.",
  schema: { type: "string", maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};
const VIA = {
  name: "Earshot-Via",
  in: "header",
  required: false,
  description: "Where the caller is; recorded as told.",
  schema: { type: "string", enum: SURFACES },
};
const PROBLEM = {
  description: `A problem document; its code is one of ${Object.keys(ERRORS).join(", ")}.`,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

function objectSchema(schema: z.ZodType): {
  properties: Record<string, JsonSchema>;
  required: readonly string[];
} {
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return { properties, required };
}

/** JSON Schema that refers to the shared components. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return pointAtComponents(whole) as JsonSchema;
}

/** Keys under which zod keeps shared parts. They are not allowed inside OpenAPI's components. */
const FILED_UNDER = ["$schema", "$defs", "$id", "id"];

function pointAtComponents(node: unknown, isProperties = false): unknown {
  if (Array.isArray(node)) return node.map((item) => pointAtComponents(item));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key]) => isProperties || !FILED_UNDER.includes(key),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string"
        ? value.replace("#/$defs/", "#/components/schemas/")
        : pointAtComponents(value, key === "properties" && !isProperties),
    ]),
  );
}

function componentSchemas(): Record<string, unknown> {
  const shared: Record<string, unknown> = {};
  const collect = (schema: z.ZodType, io: "input" | "output") => {
    const { $defs = {} } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, definition] of Object.entries($defs)) {
      shared[id] = pointAtComponents(definition);
    }
  };
  collect(Problem, "output");
  collect(ClosedEvent, "output");
  for (const { input, output } of Object.values<Operation>(OPERATIONS)) {
    collect(input, "input");
    collect(output, "output");
  }
  return shared;
}
