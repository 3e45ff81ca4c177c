import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { VERSION } from "../../src/compose/version.ts";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../../src/contract/operations.ts";
import { toolPath } from "../../src/contract/schemas/tools.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

type Json = Readonly<Record<string, unknown>>;

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[];
  readonly requestBody?: { content: { "application/json": { schema: { $ref: string } } } };
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> };
}

let server: HomeServer;
let document: Document;

beforeAll(async () => {
  server = await startHomeServer();
  // Without a key.
  const response = await fetch(`${server.url}/openapi.json`);
  expect(response.headers.get("content-type")).toBe("application/json");
  document = (await response.json()) as Document;
});
afterAll(() => server.close());

test("is OpenAPI 3.1 of this version, served without a key", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.version).toBe(VERSION);
});

test("describes the operations, the tools and the public paths, and nothing else", () => {
  const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  const inTable = Object.entries<Operation>(OPERATIONS).map(
    ([name, { method, path }]) => `${method.toLowerCase()} ${path} ${name}`,
  );
  const inPublic = Object.keys(PUBLIC_PATHS).map((path) => `get ${path} undefined`);
  const ofPeople = ["begin_conversation", "continue_conversation"];
  const names = [...TOOL_SETS.interaction.map(({ name }) => name), ...ofPeople];
  const asTools = names.map((name) => `post ${toolPath(name)} callTool_${name}`);
  expect(inDocument.sort()).toEqual([...inTable, ...asTools, ...inPublic].sort());
});

function bodyOf({ requestBody }: Described): ObjectSchema | undefined {
  const name = requestBody?.content["application/json"].schema.$ref.split("/").at(-1);
  return name === undefined ? undefined : document.components.schemas[name];
}

function described({ path, method }: Operation): Described {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described.`);
  return found;
}

test.each(Object.entries<Operation>(OPERATIONS))(
  "describes %s with its input, its output and its right",
  (_name, operation) => {
    const { method, path, right, input, status, media } = operation;
    const { parameters, requestBody, responses, ...rest } = described(operation);
    expect(rest.summary).toBe(operation.summary);
    const needed: Readonly<Record<string, string>> = {
      key: "any valid key",
      none: "no key",
      invitation: "no key: the invitation",
    };
    expect(rest.description).toContain(needed[right] ?? `\`${right}\``);
    expect(rest.security).toEqual(needed[right]?.startsWith("no key") ? [] : undefined);

    const inBody = bodyOf(described(operation));
    const places = [
      ...parameters.filter((parameter) => parameter.in !== "header").map(({ name }) => name),
      ...Object.keys(inBody?.properties ?? {}),
    ];
    expect(places.sort()).toEqual(Object.keys(input.shape).sort());
    for (const parameter of parameters) {
      expect(parameter.in === "path").toBe(path.includes(`{${parameter.name}}`));
      if (parameter.in === "path") expect(parameter.required).toBe(true);
    }
    if (method === "GET") expect(requestBody).toBeUndefined();
    if (inBody !== undefined) expect(inBody.additionalProperties).toBe(false);

    const succeeds = Object.keys(responses).filter((one) => one.startsWith("2"));
    expect(succeeds).toEqual([String(status)]);
    expect(Object.keys(responses[status]?.content ?? {})).toEqual([media]);
  },
);

test("says of a field that it is required where the schema refuses an input without it", () => {
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    const { parameters } = described(operation);
    const { input, path } = operation;
    const required = [
      ...parameters.filter((parameter) => parameter.required).map(({ name }) => name),
      ...(bodyOf(described(operation))?.required ?? []),
    ];
    const missing = input.safeParse({}).error?.issues.map(({ path: [name] }) => String(name)) ?? [];
    expect(required.sort(), path).toEqual(missing.sort());
  }
});

test("the public paths ask for no key", () => {
  for (const path of Object.keys(PUBLIC_PATHS)) {
    expect(document.paths[path]?.["get"]?.security).toEqual([]);
  }
});

test("a model reads without a key where to call, and finds every operation", async () => {
  const response = await fetch(`${server.url}/llms.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^# Earshot\n\n> /);
  for (const [, path = ""] of text.matchAll(/\]\((\/[^)]+)\)/g)) {
    expect((await fetch(server.url + path)).status, path).toBe(200);
  }
  for (const [name, { method, path }] of Object.entries<Operation>(OPERATIONS)) {
    expect(text).toContain(`${name} (${method} ${path})`);
  }
});

test("every reference leads to a schema", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, target = ""]) => target,
  );
  expect(references.length).toBeGreaterThan(10);
  for (const target of references) {
    const [, of = "", name = ""] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(target) ?? [];
    expect(document.components[of as "schemas"], target).toHaveProperty(name);
  }
});

test("its schemas take what the server answers", async () => {
  const response = await fetch(`${server.url}/v1/requests`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.agent}`, "content-type": "application/json" },
    body: JSON.stringify({ text: "Which one?", form: { kind: "choice", options: ["A", "B"] } }),
  });
  const defs = document.components.schemas;
  const pointed = JSON.stringify({ $ref: "#/$defs/Waited", $defs: defs }).replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  );
  const schema = z.fromJSONSchema(JSON.parse(pointed));
  expect(schema.safeParse(await response.json())).toMatchObject({ success: true });
  expect(schema.safeParse({ outcome: "pending" })).toMatchObject({ success: false });
});
