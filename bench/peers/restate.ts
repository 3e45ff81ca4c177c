import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http2";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as restate from "@restatedev/restate-sdk";
import * as clients from "@restatedev/restate-sdk-clients";
import { freePort } from "../../scripts/free-port.ts";
import { takeOrders } from "../peer-orders.ts";
import { cycled, heard } from "./heard.ts";

/*
 * A handler that makes an awakeable and waits for it; the answer resolves it. Restate's server is a
 * process of its own that calls the handler in this one over HTTP/2.
 */
const START_TRIES = 300;
const START_PAUSE_MS = 100;

interface Question {
  readonly id: string;
  readonly text: string;
}

/** The handler's awakeables by question, and who waits to know them. */
const awakeables = new Map<string, string>();
const asked = new Map<string, () => void>();

const person = restate.service({
  name: "person",
  handlers: {
    async ask(ctx: restate.Context, { id }: Question): Promise<string> {
      const awakeable = ctx.awakeable<string>();
      awakeables.set(id, awakeable.id);
      asked.get(id)?.();
      const answer = await awakeable.promise;
      heard(id, answer);
      return answer;
    },
  },
});

/** Restate's own program, without the script around it that would outlive this process. */
function startServer(folder: string, [ingress, admin, node]: readonly number[]): void {
  const require = createRequire(import.meta.url);
  const beside = createRequire(require.resolve("@restatedev/restate-server/package.json"));
  const program = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`;
  const child = spawn(beside.resolve(program), ["--no-logo", "--listen-mode", "tcp"], {
    cwd: folder,
    stdio: "ignore",
    env: {
      ...process.env,
      RESTATE_BASE_DIR: folder,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_DISABLE_TELEMETRY: "true",
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
}

async function register(admin: number, endpoint: number): Promise<void> {
  const body = JSON.stringify({ uri: `http://127.0.0.1:${endpoint}` });
  const headers = { "content-type": "application/json" };
  const url = `http://127.0.0.1:${admin}/deployments`;
  let last: unknown;
  for (let tries = 0; tries < START_TRIES; tries++) {
    try {
      const response = await fetch(url, { method: "POST", headers, body });
      if (response.ok) return;
      last = await response.text();
    } catch (error) {
      last = error;
    }
    await sleep(START_PAUSE_MS);
  }
  throw new Error("Restate's server did not take the deployment.", { cause: last });
}

await takeOrders(async ({ folder }) => {
  const endpoint = createServer(restate.createEndpointHandler({ services: [person] }));
  endpoint.listen(0, "127.0.0.1");
  await once(endpoint, "listening");
  const ports = [await freePort(), await freePort(), await freePort()];
  const [ingress, admin] = ports;
  startServer(folder, ports);
  await register(Number(admin), (endpoint.address() as AddressInfo).port);
  const client = clients.connect({ url: `http://127.0.0.1:${ingress}` });
  const questions = client.serviceSendClient<typeof person>(person);
  return cycled({
    async ask(id, text) {
      const isAsked = new Promise<void>((resolve) => asked.set(id, resolve));
      await Promise.all([questions.ask({ id, text }), isAsked]);
      asked.delete(id);
    },
    async answer(id, text) {
      await client.resolveAwakeable(String(awakeables.get(id)), text);
      awakeables.delete(id);
    },
  });
});
