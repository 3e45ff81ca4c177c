import { join } from "node:path";
import { newIdempotencyKey } from "../src/client/idempotency-key.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import { bearer, openConnections } from "./connections.ts";
import { inFolder } from "./folder.ts";
import type { Cycled } from "./load.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";

export type TargetName = "limit" | "product";

/** A server in a process of its own; both are called in the same words by the same code. */
export interface Target extends Cycled, Omit<ServerProcess, "port"> {
  readonly name: TargetName;
  /** How many calls wait in the server at this moment. */
  countWaiters(): Promise<number>;
}

const LIMIT = new URL("./limit.ts", import.meta.url);
const LIMIT_POSTGRES = new URL("./limit-postgres.ts", import.meta.url);
const PRODUCT = new URL("./servers/product.ts", import.meta.url);

/** Where a server keeps things, new or left by an earlier one. */
export interface Place {
  readonly folder: string;
  /** The address of a database, where it is to keep them in PostgreSQL. */
  readonly postgres?: string;
}

function startServer(name: TargetName, { folder, postgres }: Place): Promise<ServerProcess> {
  if (postgres !== undefined) {
    return startProcess(name === "limit" ? LIMIT_POSTGRES : PRODUCT, folder, postgres);
  }
  return name === "limit"
    ? startProcess(LIMIT, join(folder, "limit.db"))
    : startProcess(PRODUCT, folder);
}

export async function startTarget(name: TargetName, place: string | Place): Promise<Target> {
  const at = typeof place === "string" ? { folder: place } : place;
  const server = await startServer(name, at);
  const keys = {
    agent: authorization(at.folder, "agent"),
    operator: authorization(at.folder, "operator"),
  };
  return targetOf(name, server, keys);
}

/** Header lines with the keys that a target is called with. */
export interface Keys {
  readonly agent: string;
  readonly operator: string;
}

/** A server, called with these keys over connections of its own. */
export function targetOf(
  name: TargetName,
  server: ServerProcess,
  { agent, operator }: Keys,
): Target {
  const { call, close } = openConnections(server.port);
  const change = (by: string) => `${by}idempotency-key: ${newIdempotencyKey()}\r\n`;

  return {
    name,
    report: server.report,
    async ask(text) {
      const body = JSON.stringify({ text });
      const answer = await call({
        method: "POST",
        path: "/v1/requests",
        headers: change(agent),
        body,
      });
      return JSON.parse(answer).request.id;
    },
    async wait(id) {
      const path = `/v1/requests/${id}/wait?holdMs=55000`;
      const { outcome, request } = JSON.parse(await call({ method: "GET", path, headers: agent }));
      if (outcome !== "answered") throw new Error(`The wait for ${id} ended ${outcome}.`);
      return request.answer.text;
    },
    async answer(id, text) {
      const path = `/v1/requests/${id}/answer`;
      const body = JSON.stringify({ answer: { text } });
      await call({ method: "POST", path, headers: change(operator), body });
    },
    async countWaiters() {
      const figures = await call({ method: "GET", path: "/metrics", headers: operator });
      return Number(/^earshot_waiters (\d+)$/m.exec(figures)?.[1]);
    },
    async stop() {
      close();
      await server.stop();
    },
    async kill() {
      close();
      await server.kill();
    },
  };
}

/** Gives `use` a server on a new folder, and ends it afterwards however that goes. */
export async function withTarget<T>(
  name: TargetName,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    const target = await startTarget(name, folder);
    try {
      return await use(target);
    } finally {
      await target.kill();
    }
  });
}

/** Both servers at once, to measure them by turns. */
export async function withBoth<T>(use: (product: Target, limit: Target) => Promise<T>): Promise<T> {
  return await withTarget("product", (product) =>
    withTarget("limit", (limit) => use(product, limit)),
  );
}

/** The limit asks for no key, but is sent one all the same. */
function authorization(folder: string, name: "agent" | "operator"): string {
  return bearer(readKeyFile(folder, name) ?? `ear_live_${"0".repeat(43)}`);
}
