import { once } from "node:events";
import { type IncomingMessage, request as openRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { expect } from "vitest";
import { codesOf } from "../../src/contract/openapi/errors.ts";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { ProblemDocument } from "../../src/contract/problem.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import { Problem } from "../../src/contract/schemas/requests.ts";
import { ERRORS, type ErrorCode, isErrorCode } from "../../src/domain/errors.ts";
import type { Event } from "../../src/domain/log/event.ts";
import { present } from "../../src/domain/present.ts";
import type { SessionLedgerEntry } from "../../src/domain/sessions/ledger.ts";
import type { ExportedEvent } from "../../src/ports/earshot/audit.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";

/* Calls over real HTTP. Every reply is checked against the table of operations. */

export type Input = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly key?: string | undefined;
  readonly input?: Input;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Streams {
  readonly events: readonly Event[];
  readonly exportAudit: readonly ExportedEvent[];
  readonly exportSessions: readonly SessionLedgerEntry[];
  readonly metrics: string;
  readonly runReport: string;
  readonly readAttachment: string;
  readonly readFile: string;
  readonly stop: { readonly stopping: true };
}

/** The result of a successful call of this name; a stream is read to its end. */
export type Output<N extends OperationName> = N extends keyof Streams
  ? Streams[N]
  : N extends keyof Earshot
    ? Awaited<ReturnType<Earshot[N]>>
    : unknown;

export type Reply<N extends OperationName> =
  | { readonly status: number; readonly headers: Headers; readonly output: Output<N> }
  | { readonly status: number; readonly headers: Headers; readonly problem: ProblemDocument };

/** The request that the table prescribes for a call of this name. */
export function requestOf(name: OperationName, { key, input = {}, headers = {} }: CallOptions) {
  const operation: Operation = OPERATIONS[name];
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(rest.get(parameter));
    rest.delete(parameter);
    return encodeURIComponent(value);
  });
  const isGet = operation.method === "GET";
  const query = new URLSearchParams(
    [...rest].map(([field, value]): [string, string] => [field, String(value)]),
  );
  return {
    method: operation.method,
    path: isGet && query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...present({
        authorization: key === undefined ? undefined : `Bearer ${key}`,
        "content-type": isGet ? undefined : "application/json",
      }),
      ...headers,
    },
    ...present({ body: isGet ? undefined : JSON.stringify(Object.fromEntries(rest)) }),
  };
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends what `requestOf` has made. `fetch` would take as long again as the server takes for most calls. */
export async function send(
  url: string,
  { path, body, ...init }: ReturnType<typeof requestOf>,
  signal?: AbortSignal,
): Promise<Received> {
  const sent = openRequest(url + path, { ...init, ...present({ signal }) });
  // A refusal may come before all of it is sent; the rest then finds nobody.
  sent.on("error", () => {});
  const [response] = (await once(sent.end(body), "response")) as [IncomingMessage];
  const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return {
    status: Number(response.statusCode),
    headers: new Headers(headers),
    text: await textOf(response),
  };
}

/** Makes a call and checks the reply: its schema if it succeeds, its problem if it fails. */
export async function call<N extends OperationName>(
  url: string,
  name: N,
  options: CallOptions = {},
): Promise<Reply<N>> {
  const received = await send(url, requestOf(name, options), options.signal);
  const { status, headers, text } = received;
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  const isOk = status >= 200 && status < 300;
  if (!isOk) {
    const problem = checkProblem(received, text);
    expect(codesOf(name, OPERATIONS[name]), `${name} says how it fails`).toContain(problem.code);
    return { status, headers, problem };
  }
  expect(status, `${name} succeeds with the status of the table`).toBe(OPERATIONS[name].status);
  return { status, headers, output: checkOutput(name, headers, text) as Output<N> };
}

/** The output of a call that must succeed. */
export async function ok<N extends OperationName>(
  url: string,
  name: N,
  options: CallOptions = {},
): Promise<Output<N>> {
  const reply = await call(url, name, options);
  if ("output" in reply) return reply.output;
  throw new Error(`${name} was refused: ${JSON.stringify(reply.problem)}`);
}

/** The problem of a call that must be refused with this code. */
export async function refused<N extends OperationName>(
  url: string,
  name: N,
  { code, ...options }: CallOptions & { readonly code: ErrorCode },
): Promise<ProblemDocument> {
  const reply = await call(url, name, options);
  if (!("problem" in reply)) throw new Error(`${name} was not refused.`);
  expect(reply.problem, `${name} is refused with ${code}`).toMatchObject({ code });
  return reply.problem;
}

/** Checks what holds of every problem document, and returns it. */
export function checkProblem(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
): ProblemDocument {
  expect(headers.get("content-type"), text).toBe("application/problem+json");
  const problem = Problem.parse(JSON.parse(text));
  const { code } = problem;
  if (!isErrorCode(code)) throw new Error(`The table of errors does not know ${code}.`);
  expect(problem).toMatchObject({ status, title: code });
  expect(status, code).toBe(ERRORS[code].status);
  expect(problem.detail).toMatch(/\.$/);
  expect(problem.type).toBe(`urn:earshot:error:${code.toLowerCase().replaceAll("_", "-")}`);
  expect(headers.has("retry-after"), code).toBe(ERRORS[code].retry === "later");
  expect(headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
  return problem as ProblemDocument;
}

function checkOutput(name: OperationName, headers: Headers, text: string): unknown {
  const { media, output }: Operation = OPERATIONS[name];
  expect(headers.get("content-type"), name).toMatch(new RegExp(`^${media}(;|$)`));
  switch (media) {
    case "text/plain":
    case "text/html":
    case "application/octet-stream":
      return output.parse(text);
    case "application/json":
      return output.parse(JSON.parse(text));
    case "application/jsonl":
      return linesOf(text, /^/).map((line) => output.parse(JSON.parse(line)));
    case "text/event-stream":
      return linesOf(text, /^data: /).map((line) => output.parse(JSON.parse(line.slice(6))));
  }
}

function linesOf(text: string, wanted: RegExp): string[] {
  return text.split("\n").filter((line) => line !== "" && wanted.test(line));
}

/** A key in the hands of its holder: a person is invited to it and accepts. */
export async function okKey(
  url: string,
  { key, input }: { readonly key: string; readonly input: Input },
): Promise<CreatedKey> {
  const made = await ok(url, "createKey", { key, input });
  if (made.key.invitation === undefined) return made;
  return await ok(url, "acceptInvitation", { input: { invitation: made.secret } });
}

/** The figure of this name in the metrics. */
export async function figure(url: string, key: string, name: string): Promise<number> {
  const reply = await call(url, "metrics", { key });
  const text = "output" in reply ? reply.output : "";
  const [, value] = new RegExp(`^${name} (\\S+)$`, "m").exec(text) ?? [];
  return Number(value ?? Number.NaN);
}
