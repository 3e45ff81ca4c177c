import type { Command } from "commander";
import { createProgram } from "../src/cli/program.ts";
import { EXIT_CODES } from "../src/cli/terminal/exit-codes.ts";
import { VERSION } from "../src/compose/version.ts";
import { bodyName, openApiDocument } from "../src/contract/openapi/document.ts";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../src/contract/operations.ts";
import { pathParameters } from "../src/contract/routes.ts";
import { ERRORS } from "../src/domain/errors.ts";
import { EVENT_MEANINGS, EVENT_TYPES, eventCode } from "../src/domain/log/event.ts";
import { present } from "../src/domain/present.ts";
import { agentPage, agentSchemaFile } from "./agent-page.ts";
import { experimentPage, experimentSchemaFile, runLogPage } from "./experiment-pages.ts";
import { llmsPage } from "./llms-page.ts";
import { metricsPage } from "./metrics-page.ts";
import { NOTE, table } from "./page-parts.ts";
import { policyPage, policySchemaFile } from "./policy-page.ts";
import { pythonPage } from "./python-reference.ts";
import { toolsPage } from "./tools-page.ts";
import { typescriptPage } from "./typescript-reference.ts";

/** The pages of docs/reference by their file names. */
export async function referencePages(): Promise<Record<string, string>> {
  return {
    "http.md": httpPage(),
    "command-line.md": await commandPage(),
    "errors.md": errorPage(),
    "events.md": eventPage(),
    "tools.md": toolsPage(),
    "metrics.md": metricsPage(),
    "agent.md": agentPage(),
    "policy.md": policyPage(),
    "experiment.md": experimentPage(),
    "run-log.md": runLogPage(),
    "typescript.md": typescriptPage(),
    ...present({ "python.md": pythonPage() }),
    "../llms.txt": llmsPage(),
    "../../agent.schema.json": agentSchemaFile(),
    "../../experiment.schema.json": experimentSchemaFile(),
    "../../earshot.schema.json": policySchemaFile(),
  };
}

function httpPage(): string {
  const operations = Object.entries<Operation>(OPERATIONS);
  const sections = operations.map(([name, operation]) => operationSection(name, operation));
  return `${NOTE}

# HTTP

Everything that Earshot does can be done over HTTP. \`GET /openapi.json\` gives the same as OpenAPI 3.1.

Every call but those that sign in carries a key: \`Authorization: Bearer KEY\`. The inbox page carries the cookie of its web session and, as \`Earshot-Page\`, the secret that its sign-in gave it; without our own \`Origin\` they change nothing. What browsers open without a header (\`events\`, \`exportAudit\`, \`runReport\`, \`readAttachment\`, \`readFile\`) takes the cookie alone. Bodies and answers are JSON. A POST may carry \`Idempotency-Key\`: however often the call is repeated with the same key and content, it happens once and brings the same result. \`Earshot-Via\` says where the caller is and is recorded as told. What takes \`GET\` takes \`HEAD\` too, with the same status and headers; a stream ends at once then. 405 says in \`Allow\` what a path takes. An error is a problem document (RFC 9457) with a \`code\` from [errors.md](errors.md).

Open to anyone who reaches the port: ${Object.entries(PUBLIC_PATHS)
    .map(([path, what]) => `\`GET ${path}\` (${what})`)
    .join(", ")}.

${table(
  ["operation", "call", "right"],
  operations.map(([name, { method, path, right }]) => [
    `[${name}](#${name.toLowerCase()})`,
    `\`${method} ${path}\``,
    rightText(right),
  ]),
)}

${sections.join("\n\n")}

## The tools

\`POST /v1/tools/NAME\` calls a tool of the set \`interaction\` of [tools.md](tools.md) with the body as its arguments, and answers with its envelope, status 200, also while a person has not answered yet. \`Prefer: wait=SECONDS\` shortens the hold of the key. What a tool refuses is a problem document whose \`details.envelope\` holds the envelope. One principal can make 600 such calls a minute.

## Values

${valueSections().join("\n\n")}
`;
}

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function rightText(right: Operation["right"]): string {
  if (right === "none") return "no key";
  return right === "key" ? "any key" : `\`${right}\``;
}

function rightSentence(right: Operation["right"]): string {
  if (right === "none" || right === "invitation") return "No key.";
  return right === "key" ? "Any key." : `Right: \`${right}\`.`;
}

function operationSection(name: string, operation: Operation): string {
  const { properties = {}, required = [] } = operation.input.toJSONSchema({
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
  const inPath = pathParameters(operation.path);
  const rest = operation.method === "GET" ? "query" : "body";
  const rows = Object.entries(properties).map(([parameter, schema]) => [
    `\`${parameter}\`${required.includes(parameter) ? "" : "?"}`,
    inPath.includes(parameter) ? "path" : rest,
    typeName(schema),
    schema.description ?? "",
  ]);
  return [
    `## ${name}`,
    `\`${operation.method} ${operation.path}\` → ${operation.status} \`${operation.media}\``,
    `${operation.summary}. ${rightSentence(operation.right)}`,
    ...(rows.length === 0 ? [] : [table(["input", "in", "type", ""], rows)]),
    `Answers with ${outputName(operation)}.`,
  ].join("\n\n");
}

/** The answer of an operation: a value from the list at the end of the page, or its parts. */
function outputName({ output, media }: Operation): string {
  const of =
    media === "text/event-stream"
      ? "a stream, each event of it: "
      : media === "application/jsonl"
        ? "lines, each of them: "
        : "";
  const { id } = (output.meta() ?? {}) as { readonly id?: string };
  if (id !== undefined) return `${of}[${id}](#${id.toLowerCase()})`;
  const schema = output.toJSONSchema({ io: "output", unrepresentable: "any" }) as JsonSchema;
  const parts = Object.entries(schema.properties ?? {}).map(
    ([key, part]) => `${key}: ${typeName(part)}`,
  );
  return of + (parts.length === 0 ? "text" : `\`{ ${parts.join(", ")} }\``);
}

/** The values that operations take and give, as tables; what one takes stands with it. */
function valueSections(): string[] {
  const bodies = new Set(Object.keys(OPERATIONS).map(bodyName));
  const { components } = openApiDocument({ version: VERSION }) as {
    components: { schemas: Record<string, JsonSchema> };
  };
  return Object.entries(components.schemas)
    .filter(([name]) => !bodies.has(name))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) =>
      [
        `### ${name}`,
        ...(schema.description === undefined ? [] : [schema.description]),
        shapeOf(schema),
      ].join("\n\n"),
    );
}

function shapeOf(schema: JsonSchema): string {
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.map((one) => `- ${kindOf(one)}`).join("\n");
  if (schema.properties === undefined) return typeName(schema);
  return table(
    ["part", "type", ""],
    Object.entries(schema.properties).map(([key, part]) => [
      `\`${key}\`${schema.required?.includes(key) === true ? "" : "?"}`,
      typeName(part),
      part.description ?? "",
    ]),
  );
}

function kindOf(schema: JsonSchema): string {
  const name = typeName(schema);
  return schema.$ref === undefined ? `\`${inline(schema)}\`` : `[${name}](#${name.toLowerCase()})`;
}

function inline(schema: JsonSchema): string {
  if (schema.properties === undefined) return typeName(schema);
  const parts = Object.entries(schema.properties).map(
    ([key, part]) =>
      `${key}${schema.required?.includes(key) === true ? "" : "?"}: ${typeName(part)}`,
  );
  return `{ ${parts.join(", ")} }`;
}

function typeName(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either.map(typeName).join(" or ");
  if (schema.type === "array") {
    const item = typeName(schema.items ?? {});
    return item.includes(" or ") ? `(${item})[]` : `${item}[]`;
  }
  return schema.type ?? "any";
}

async function commandPage(): Promise<string> {
  const program = await createProgram({ finish() {}, signal: new AbortController().signal });
  const sections = program.commands.flatMap((command) => commandSections(command, "earshot"));
  return `${NOTE}

# Command line

\`npx earshot COMMAND\` works in a clone and wherever the package is installed. \`EARSHOT_URL\` names a server and \`EARSHOT_KEY\` a key; each comes before what \`--data\` gives, which is the agent's key for ask, tell, wait and cancel, and the operator's for the rest. \`NO_COLOR\` switches colours off.

## Ids and names

Where a command takes an id, at least 6 characters of its beginning or its end do, if one thing alone that you can see has them; whatever its state, so that nothing closed is mistaken for what is open. Keys, links, agents, operators and web sessions go by their names as well. What is meant is told with its whole id on standard error; what may mean several things does nothing and lists them. With \`--yes\`, where nobody is shown what is meant, the id has to be whole.

## Exit codes

${table(
  ["code", "meaning"],
  Object.entries(EXIT_CODES).map(([name, code]) => [
    String(code),
    EXIT_MEANINGS[name as keyof typeof EXIT_CODES],
  ]),
)}

${sections.join("\n\n")}
`;
}

const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT_CODES, string>> = {
  answered: "answered, or done",
  approved: "approved",
  error: "an error; standard error says which",
  usage: "the command was called wrongly",
  rejected: "rejected",
  expired: "expired before it was answered",
  abandoned: "abandoned by review",
  cancelled: "cancelled",
  assumed: "an assumption was recorded by review",
  endOfInput: "input ended",
  repeated:
    "an earlier call with this idempotency key has used the approval, and the action may have run",
  responded: "a person answered in place of the tool",
  over: "it was answered or approved, and that stands no more: erased, used, lapsed or made void",
  noTerminal: "there is no terminal to ask on",
  pending: "still pending",
  interrupted: "interrupted",
};

function commandSections(command: Command, path: string): string[] {
  const name = `${path} ${command.name()}`;
  const children = command.commands.flatMap((child) => commandSections(child, name));
  if (children.length > 0 && command.registeredArguments.length === 0) return children;
  const own = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const rows = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => [
      `\`${option.flags}\``,
      option.description +
        (option.defaultValue === undefined
          ? ""
          : ` (${option.defaultValueDescription ?? JSON.stringify(option.defaultValue)})`),
    ]);
  const usage = [name, ...own].join(" ");
  const parts = [`## ${name}`, `\`${usage}\``, command.description(), table(["option", ""], rows)];
  return [...parts, ...children];
}

function errorPage(): string {
  return `${NOTE}

# Errors

One table for every door: the HTTP status, whether the same call may succeed later (\`later\`), at once (\`now\`) or not (\`never\`), and the exit code of the command line. Expired, cancelled and pending are outcomes, not errors.

${table(
  ["code", "status", "retry", "exit"],
  Object.entries(ERRORS).map(([code, rule]) => [
    `\`${code}\``,
    String(rule.status),
    rule.retry,
    String(rule.exit),
  ]),
)}
`;
}

function eventPage(): string {
  return `${NOTE}

# Events

Every change appends to the log of its workspace. An event names things by id and content by a salted digest; it never holds content. \`seq\` counts from 1 without gaps and is the cursor of every stream. The code of a type stays what it is.

${table(
  ["code", "type", "what happened"],
  EVENT_TYPES.map((type) => [eventCode(type), `\`${type}\``, EVENT_MEANINGS[type]]),
)}
`;
}
