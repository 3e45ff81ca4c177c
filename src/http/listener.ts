import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { openApiDocument } from "../contract/openapi.ts";
import { PUBLIC_PATHS } from "../contract/operations.ts";
import { EarshotError, isEarshotError } from "../domain/errors.ts";
import type { Gate } from "../ports/door.ts";
import { createGuard } from "./guard.ts";
import type { Metrics } from "./metrics.ts";
import { sendProblem, sendText } from "./respond.ts";
import { route } from "./router.ts";
import { type OperationDeps, serveOperation } from "./serve-operation.ts";
import { createStreamSlots } from "./stream-slots.ts";

export interface ListenerOptions {
  readonly gate: Gate;
  readonly metrics: Metrics;
  /** Names by which this server may be called, without the port. */
  readonly allowedHosts: readonly string[];
  readonly version: string;
  /** How many streams one principal may hold open; 2,000 where absent. */
  readonly maxStreams?: number;
  /** Hears of what is not an EarshotError: a fault of ours. */
  readonly onFault: (error: unknown) => void;
}

/** Earshot over HTTP. All that it does stands in the table of operations. */
export function createListener(options: ListenerOptions): RequestListener {
  const { gate, metrics } = options;
  const deps: OperationDeps = { gate, metrics, slots: createStreamSlots(options.maxStreams) };
  const guard = createGuard(options.allowedHosts);
  const openApi = JSON.stringify(openApiDocument(options.version));

  async function servePublic(
    path: keyof typeof PUBLIC_PATHS,
    { method }: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    if (method !== "GET" && method !== "HEAD") {
      throw new EarshotError("METHOD_NOT_ALLOWED", "This path takes GET and HEAD.", {
        details: { allowed: ["GET", "HEAD"] },
      });
    }
    if (path === "/readyz") await gate.checkReady();
    const type = path === "/openapi.json" ? "application/json" : "text/plain";
    sendText(outgoing, 200, { type, text: path === "/openapi.json" ? openApi : "ok\n" });
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    guard(incoming);
    const { url = "" } = incoming;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (isPublicPath(path)) return await servePublic(path, incoming, outgoing);
    if (gate.isStopping()) {
      throw new EarshotError("SHUTTING_DOWN", "The server is stopping. Try again in a moment.");
    }
    const match = route(incoming.method ?? "", path);
    const query = mark === -1 ? "" : url.slice(mark + 1);
    await serveOperation(deps, { incoming, outgoing, match, query });
    metrics.count(match.name, outgoing.statusCode);
  }

  function fail(error: unknown, outgoing: ServerResponse): void {
    // The caller has gone, which also ends its wait: nobody would read an answer.
    if (outgoing.destroyed) return;
    if (!isEarshotError(error)) options.onFault(error);
    if (gate.isStopping()) outgoing.shouldKeepAlive = false;
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    sendProblem(outgoing, error);
    metrics.count("refused", outgoing.statusCode);
  }

  return (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => fail(error, outgoing));
  };
}

function isPublicPath(path: string): path is keyof typeof PUBLIC_PATHS {
  return Object.hasOwn(PUBLIC_PATHS, path);
}
