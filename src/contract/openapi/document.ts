import type { z } from "zod";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { SURFACES } from "../../domain/surface.ts";
import type { ToolFacts } from "../../ports/earshot/agent-surface.ts";
import { AskedBackEvent, ClosedEvent } from "../operations/subscriptions.ts";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../operations.ts";
import { type OperationName, pathParameters } from "../routes.ts";
import { Problem } from "../schemas/requests.ts";
import { toolPath } from "../schemas/tools.ts";
import { codesOf, createFailures, TOOL_CODES } from "./errors.ts";
import { EXAMPLES, idLike } from "./examples.ts";
import {
  componentSchemas,
  type JsonSchema,
  objectSchema,
  pascal,
  refTo,
  schemaOf,
} from "./schemas.ts";
import { PUBLIC_TAG, TAGS, TOOL_TAG, tagsOf } from "./tags.ts";

type Failures = ReturnType<typeof createFailures>;

interface Served {
  readonly version: string;
  /** The tools that the server has. */
  readonly tools?: readonly ToolFacts[] | undefined;
  /** Where it is reached, if that is not where the document is. */
  readonly url?: string | undefined;
}

/** The whole interface as an OpenAPI 3.1 document. */
export function openApiDocument({ version, tools = [], url }: Served): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const failures = createFailures();
  const bodies: Record<string, JsonSchema> = {};
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const path = paths[operation.path] ?? {};
    const body = bodyOf(operation);
    if (body !== undefined) bodies[bodyName(name)] = body;
    path[operation.method.toLowerCase()] = {
      ...describe(name as OperationName, operation),
      ...present({ requestBody: body && requestBody(name as OperationName) }),
      responses: {
        [operation.status]: success(name as OperationName, operation),
        ...failures.of(codesOf(name as OperationName, operation)),
      },
    };
    paths[operation.path] = path;
  }
  for (const tool of tools) {
    paths[toolPath(tool.name)] = { post: describeTool(tool, failures) };
  }
  for (const [path, summary] of Object.entries(PUBLIC_PATHS)) {
    const responses = { 200: { description: summary } };
    paths[path] = { get: { tags: PUBLIC_TAG, summary, security: [], responses } };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Earshot",
      version,
      description: "Keeps a person within earshot of every AI agent.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: url ?? "/", description: "This server." }],
    security: [{ key: [] }],
    tags: TAGS.filter(({ name }) => tools.length > 0 || !TOOL_TAG.includes(name)),
    paths,
    webhooks: {
      "earshot.request.closed": {
        post: describeCall({
          operationId: "requestClosed",
          summary: "A request of a subscribed agent has closed",
          event: ClosedEvent,
        }),
      },
      "earshot.request.asked_back": {
        post: describeCall({
          operationId: "requestAskedBack",
          summary: "A person asks a subscribed agent something before they decide",
          event: AskedBackEvent,
        }),
      },
    },
    components: {
      schemas: { ...componentSchemas(valuesOnTheWire()), ...bodies },
      responses: failures.components,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key: `Authorization: Bearer KEY`." },
      },
    },
  };
}

function* valuesOnTheWire(): Generator<readonly [z.ZodType, "input" | "output"]> {
  yield [Problem, "output"];
  yield [ClosedEvent, "output"];
  yield [AskedBackEvent, "output"];
  for (const { input, output } of Object.values<Operation>(OPERATIONS)) {
    yield [input, "input"];
    yield [output, "output"];
  }
}

function describe(name: OperationName, operation: Operation): Record<string, unknown> {
  const inPath = pathParameters(operation.path);
  const { properties, required } = objectSchema(operation.input);
  const parameters = Object.entries(properties).filter(
    ([key]) => operation.method === "GET" || inPath.includes(key),
  );
  return {
    operationId: name,
    tags: tagsOf(name),
    summary: operation.summary,
    description: needs(operation.right),
    ...present({ security: needsNoKey(operation) ? [] : undefined }),
    parameters: [
      ...parameters.map(([key, schema]) => ({
        name: key,
        in: inPath.includes(key) ? "path" : "query",
        required: inPath.includes(key) || required.includes(key),
        schema,
        ...present({ example: EXAMPLES[name]?.input[key] ?? exampleId(schema) }),
      })),
      ...(operation.method === "POST" && operation.right !== "none" ? [IDEMPOTENCY_KEY, VIA] : []),
    ],
  };
}

/** What a pattern says of an id of which there is no example. */
function exampleId({ pattern }: JsonSchema): string | undefined {
  const [, prefix] = /^\^([a-z]{3})_/.exec(String(pattern)) ?? [];
  return prefix && idLike(prefix);
}

/** An operation that has two names takes the same body, but for what one of them has in its path. */
export const bodyName = (operation: string) =>
  `${operation.includes("_") ? "Contract" : ""}${pascal(operation)}Input`;

/** What an operation takes beside the parameters of its path. */
function bodyOf(operation: Operation): JsonSchema | undefined {
  if (operation.method === "GET") return undefined;
  const inPath = pathParameters(operation.path);
  const { properties, required } = objectSchema(operation.input);
  const body = Object.entries(properties).filter(([key]) => !inPath.includes(key));
  if (body.length === 0) return undefined;
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(body),
    required: required.filter((key) => !inPath.includes(key)),
  };
}

function requestBody(name: OperationName): JsonSchema {
  const { input = {} } = EXAMPLES[name] ?? {};
  const inPath = pathParameters(OPERATIONS[name].path);
  const body = Object.entries(input).filter(([key]) => !inPath.includes(key));
  const example = body.length === 0 ? undefined : Object.fromEntries(body);
  const schema = refTo(bodyName(name));
  return {
    required: true,
    content: { "application/json": { schema, ...present({ example }) } },
  };
}

function success(name: OperationName, { summary, media, output }: Operation): JsonSchema {
  const example = EXAMPLES[name]?.output;
  return {
    description: summary,
    content: { [media]: { schema: schemaOf(output, "output"), ...present({ example }) } },
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
function describeTool(tool: ToolFacts, failures: Failures): Record<string, unknown> {
  return {
    operationId: `callTool_${tool.name}`,
    tags: TOOL_TAG,
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
      ...failures.of(TOOL_CODES),
    },
  };
}

interface Calling {
  readonly operationId: string;
  readonly summary: string;
  readonly event: z.ZodType;
}

/** The call to the program of an agent. */
function describeCall({ operationId, summary, event }: Calling): Record<string, unknown> {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    operationId,
    summary,
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
      content: { "application/cloudevents+json": { schema: schemaOf(event, "output") } },
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
