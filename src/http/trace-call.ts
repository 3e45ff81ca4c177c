import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS, isEarshotError } from "../domain/errors.ts";
import type { Traces } from "../ports/system/traces.ts";
import type { Seen } from "./tally-calls.ts";

interface TracedCall {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly seen: Seen;
}

/** Methods that a span may name; anything else could be content. */
const METHODS: ReadonlySet<unknown> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);
const INTERNAL = 500;

/**
 * Serves a call in a span, within the caller's trace if they name one. The span names the operation, never
 * the path: that holds what callers write into it.
 */
export async function traceCall(
  traces: Traces,
  { incoming, outgoing, seen }: TracedCall,
  serve: () => Promise<void>,
): Promise<void> {
  const { traceparent } = incoming.headers;
  const parent = typeof traceparent === "string" ? traceparent : undefined;
  await traces.run({ name: "call", kind: "server", parent }, async () => {
    const span = traces.current();
    const tell = (status: number) => {
      const { operation, caller, tool } = seen;
      if (operation !== undefined) span?.rename(operation);
      span?.tell({
        "http.request.method": METHODS.has(incoming.method) ? incoming.method : "_OTHER",
        "http.response.status_code": status,
        "earshot.operation": operation,
        "earshot.tool": tool,
        "earshot.workspace": caller?.principal.workspace,
        "earshot.principal.id": caller?.principal.id,
        "earshot.principal.kind": caller?.principal.kind,
      });
    };
    try {
      await serve();
      tell(outgoing.statusCode);
    } catch (error) {
      tell(isEarshotError(error) ? ERRORS[error.code].status : INTERNAL);
      throw error;
    }
  });
}
