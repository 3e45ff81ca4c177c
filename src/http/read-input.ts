import type { IncomingMessage } from "node:http";
import { parse } from "node:querystring";
import type { CheckedCall } from "../contract/operations.ts";
import { parseInput } from "../contract/parse-input.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/people/principal.ts";
import { present } from "../domain/present.ts";
import { SURFACES, type Surface } from "../domain/surface.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import { readJson } from "./body.ts";
import type { Match } from "./router.ts";
import { provedOrigin } from "./site.ts";

/** The call with its checked input, from the path and the query of a GET or the body of a POST. */
export async function readCall(
  incoming: IncomingMessage,
  { name, operation, params }: Match,
  query: string,
): Promise<CheckedCall> {
  if (operation.method === "POST" && query !== "") {
    throw new EarshotError("INVALID_INPUT", "A POST takes its input from the body, not the query.");
  }
  const said =
    operation.method === "GET" ? parseQuery(query) : await readObject(incoming, operation.maxBytes);
  for (const parameter of Object.keys(params)) {
    if (Object.hasOwn(said, parameter)) {
      throw new EarshotError(
        "INVALID_INPUT",
        `"${parameter}" belongs in the path and nowhere else.`,
      );
    }
  }
  const input = parseInput(operation.input, Object.assign(said, params));
  // The schema is the operation's own: the table has both under one name.
  return { name, input } as CheckedCall;
}

export function parseQuery(query: string): Record<string, string> {
  // Without a prototype, "__proto__" is a name like any other, and refused as unknown.
  const input = parse(query, "&", "=", { maxKeys: 0 });
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== "string") {
      throw new EarshotError("INVALID_INPUT", `The query has "${name}" twice.`);
    }
  }
  return input as Record<string, string>;
}

export async function readObject(
  incoming: IncomingMessage,
  maxBytes?: number,
): Promise<Record<string, unknown>> {
  const body = await readJson(incoming, maxBytes);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new EarshotError("INVALID_INPUT", "The body must be a JSON object.");
}

/** The options of a call, from its headers. */
export function readCallOptions(
  incoming: IncomingMessage,
  { caller, publicUrl }: { caller: Caller; publicUrl: string | undefined },
): CallOptions {
  const { headers, method } = incoming;
  const key = headers["idempotency-key"];
  const origin = provedOrigin(incoming, publicUrl);
  return {
    via: readVia(headers["earshot-via"], caller),
    ...present({
      idempotencyKey: method === "POST" && typeof key === "string" ? key : undefined,
      origin,
    }),
  };
}

/** A web session is always the inbox, and a caller with a key never is. */
function readVia(said: string | string[] | undefined, { web }: Caller): Surface {
  if (web !== undefined) return "inbox";
  // A channel of a platform speaks only through the hub.
  const via = SURFACES.find((one) => one === (said ?? "http"));
  if (via === undefined) {
    throw new EarshotError("INVALID_INPUT", "The Earshot-Via header names no known surface.");
  }
  return via === "inbox" ? "http" : via;
}

/** Where a broken stream of events resumes; undefined if the call does not say. */
export function readLastEventId({ headers }: IncomingMessage): number | undefined {
  const text = headers["last-event-id"];
  if (text === undefined || text === "") return undefined;
  if (typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
  throw new EarshotError("INVALID_INPUT", "Last-Event-ID must be the id of an event: a number.");
}
