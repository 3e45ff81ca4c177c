import { describe, expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "../../domain/errors.ts";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../operations.ts";
import { type OperationName, pathParameters } from "../routes.ts";
import { bodyName, openApiDocument } from "./document.ts";
import { EXAMPLES } from "./examples.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: object };
}
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: { "application/json": { schema: Schema } } };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly $ref?: string;
  readonly content: Record<string, { schema: Schema }>;
  readonly "x-error-codes"?: readonly string[];
}

// Through JSON, as a reader gets it: what is undefined or a function would be lost on the way.
const document = JSON.parse(JSON.stringify(openApiDocument({ version: "1.2.3" }))) as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
  servers: unknown[];
  tags: { name: string }[];
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, unknown>;
  };
  security: Record<string, unknown>[];
};

/** What is said of a right that is none of those of a key. */
const NEEDED: Readonly<Record<string, string>> = {
  key: "any valid key",
  none: "no key",
  invitation: "no key",
};

const operations: [string, Operation][] = Object.entries(OPERATIONS);
const described = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] as Described;

/** Every object in the document with its place, so that a fault names where it is. */
function* nodes(node: unknown, place = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield [place, node as Record<string, unknown>];
  for (const [key, value] of Object.entries(node)) yield* nodes(value, `${place}/${key}`);
}

function resolved(pointer: string): unknown {
  let node: unknown = document;
  for (const part of pointer.replace(/^#\//, "").split("/")) {
    node = (node as Record<string, unknown> | undefined)?.[part];
  }
  return node;
}

describe("the document", () => {
  test("is OpenAPI 3.1 of this version", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.2.3" } });
  });

  test("has every operation and every public path, and nothing else", () => {
    const expected = operations.map(([name, { method, path }]) => `${method} ${path} ${name}`);
    const publicly = Object.keys(PUBLIC_PATHS).map((path) => `GET ${path} undefined`);
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    );
    expect(found.sort()).toEqual([...expected, ...publicly].sort());
  });

  test("names each operation once", () => {
    const names = operations.map(([, operation]) => described(operation).operationId);
    expect(new Set(names).size).toBe(operations.length);
  });

  test("refers only to what it holds", () => {
    const references = [...nodes(document)].filter(([, node]) => typeof node["$ref"] === "string");
    expect(references.length).toBeGreaterThan(operations.length);
    const broken = references.filter(([, { $ref }]) => resolved(String($ref)) === undefined);
    expect(broken.map(([place]) => place)).toEqual([]);
  });

  test("holds no schema that nothing refers to", () => {
    const used = new Set([...nodes(document)].map(([, { $ref }]) => $ref));
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !used.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });

  test("keeps nothing of how its schemas were filed", () => {
    const filed = [...nodes(document)].filter(
      ([place, node]) =>
        !place.endsWith("/properties") &&
        !place.includes("/example") &&
        ["$defs", "$schema", "$id", "id"].some((key) => key in node),
    );
    expect(filed.map(([place]) => place)).toEqual([]);
  });

  test("keeps properties that have such names", () => {
    expect(document.components.schemas["Request"]?.properties).toHaveProperty("id");
  });

  test("needs a key everywhere but where anyone may read, and where a browser is let in", () => {
    expect(document.security).toEqual([{ key: [] }]);
    expect(document.components.securitySchemes).toHaveProperty("key");
    const open = [...nodes(document.paths)].filter(([, node]) => "security" in node);
    const letIn = operations
      .filter(([, { right }]) => right === "none" || right === "invitation")
      .map(([, { path }]) => path);
    expect(open.map(([, node]) => node["security"])).toEqual(
      [...letIn, ...Object.keys(PUBLIC_PATHS)].map(() => []),
    );
    for (const path of letIn) expect(document.paths[path]?.["post"]).toHaveProperty("security");
  });

  test("says of every error code of a server which operations fail with it", () => {
    const text = JSON.stringify(document.components.responses);
    expect(Object.keys(ERRORS).filter((code) => !text.includes(`"${code}"`))).toEqual([
      "METHOD_NOT_ALLOWED",
      "BUDGET_SPENT",
      "MODEL_FAILED",
      "TIMED_OUT",
      "ALREADY_RUNNING",
      "END_OF_INPUT",
      "NO_TERMINAL",
      "INTERRUPTED",
    ]);
  });
});

describe("a value that is one of several kinds", () => {
  test("refers to each kind by name, and says what tells them apart", () => {
    const { FormInput, FormInputChoice } = document.components.schemas;
    expect(FormInput?.discriminator).toEqual({
      propertyName: "kind",
      mapping: {
        text: "#/components/schemas/FormInputText",
        choice: "#/components/schemas/FormInputChoice",
        choices: "#/components/schemas/FormInputChoices",
        fields: "#/components/schemas/FormInputFields",
      },
    });
    expect(FormInputChoice?.properties).toHaveProperty("options");
  });

  test("is told apart by what it needs, where it has no word for that", () => {
    expect(document.components.schemas["Answer"]?.oneOf).toEqual(
      ["Text", "Choice", "Choices", "Fields"].map((kind) => ({
        $ref: `#/components/schemas/Answer${kind}`,
      })),
    );
  });

  test("has no kind without a name", () => {
    const nameless = [...nodes(document)].filter(([, { oneOf }]) =>
      (oneOf as readonly Schema[] | undefined)?.some(({ $ref }) => $ref === undefined),
    );
    expect(nameless.map(([place]) => place)).toEqual([]);
  });
});

test("the server is where the document is, or at its public address", () => {
  expect(document.servers).toMatchObject([{ url: "/" }]);
  const url = "https://earshot.example.com";
  expect(openApiDocument({ version: "", url })["servers"]).toMatchObject([{ url }]);
});

test("every tag is described, and used", () => {
  const used = new Set([...nodes(document.paths)].flatMap(([, { tags }]) => tags ?? []));
  expect([...used].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
});

test.each(Object.entries(EXAMPLES))("the example of %s fits its schemas", (name, example) => {
  const { input, output }: Operation = OPERATIONS[name as OperationName];
  expect(input.safeParse(example.input).error).toBeUndefined();
  if (example.output === undefined) return;
  expect(output.safeParse(example.output).error).toBeUndefined();
});

test("the first calls of an agent and of a person have examples", () => {
  const body = (path: string) => document.paths[path]?.["post"]?.requestBody?.content;
  for (const path of ["/v1/requests", "/v1/authorizations", "/v1/mailbox/acknowledge"]) {
    expect(body(path)?.["application/json"], path).toHaveProperty("example");
  }
  const wait = document.paths["/v1/requests/{id}/wait"]?.["get"];
  expect(wait?.parameters.every((parameter) => "example" in parameter)).toBe(true);
  expect(wait?.responses["200"]?.content["application/json"]).toHaveProperty("example");
});

describe.each(operations)("%s", (name, operation) => {
  const { parameters, requestBody, responses, description, tags } = described(operation);
  const inPath = pathParameters(operation.path);
  const input = Object.keys(operation.input.shape);

  test("declares each parameter of its path, as required, and no other", () => {
    const declared = parameters.filter((parameter) => parameter.in === "path");
    expect(declared.map(({ name }) => name).sort()).toEqual([...inPath].sort());
    expect(declared.every(({ required }) => required)).toBe(true);
    expect(declared.filter(({ name }) => !input.includes(name))).toEqual([]);
  });

  test("takes the rest of its input from the query of a GET and the body of a POST", () => {
    const rest = input.filter((name) => !inPath.includes(name));
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    const given = requestBody?.content["application/json"].schema;
    expect(given?.$ref).toBe(given && `#/components/schemas/${bodyName(name)}`);
    const body = given && document.components.schemas[bodyName(name)];
    const isGet = operation.method === "GET";
    expect(inQuery.map(({ name }) => name)).toEqual(isGet ? rest : []);
    expect(Object.keys(body?.properties ?? {})).toEqual(isGet ? [] : rest);
    const needed = isGet
      ? inQuery.filter(({ required }) => required).map(({ name }) => name)
      : (body?.required ?? []);
    expect(needed).toEqual(rest.filter((name) => !isOptional(operation, name)));
    if (body !== undefined) expect(body.additionalProperties).toBe(false);
  });

  test("takes an idempotency key where a caller changes something, and only there", () => {
    const headers = parameters.filter((parameter) => parameter.in === "header");
    expect(headers.map(({ name }) => name)).toEqual(
      operation.method === "POST" && operation.right !== "none"
        ? ["Idempotency-Key", "Earshot-Via"]
        : [],
    );
  });

  test("says what it answers, what it needs and how it fails", () => {
    expect(responses[operation.status]?.content).toHaveProperty([operation.media]);
    const failures = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
    for (const [status, { $ref = "" }] of failures) {
      const { content, "x-error-codes": codes = [] } = resolved($ref) as Response;
      expect(content["application/problem+json"]?.schema).toEqual({
        $ref: "#/components/schemas/Problem",
      });
      const statuses = codes.map((code) => String(ERRORS[code as ErrorCode].status));
      expect(new Set(statuses)).toEqual(new Set(status === "default" ? [] : [status]));
    }
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(["400", "403", "429", "500", "503", "default"]),
    );
    expect(tags).toHaveLength(1);
    expect(description).toContain(NEEDED[operation.right] ?? operation.right);
  });
});

function isOptional({ input }: Operation, name: string): boolean {
  return input.shape[name]?.safeParse(undefined).success === true;
}

test("the parameters of a path are those in braces, in order", () => {
  expect(pathParameters("/v1/a/{one}/b/{two}")).toEqual(["one", "two"]);
  expect(pathParameters("/v1/a")).toEqual([]);
});
