import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "../../scripts/free-port.ts";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import {
  eventually,
  launch,
  makeFolder,
  PROGRAM,
  type Running,
  removeFolder,
} from "../support/cli.ts";

/* Earshot, Restate and a service of it as processes of their own, each of which can be killed and started again. */

const RIG = join(import.meta.dirname, "rigs", "restate");

/** Where Restate's own program is, without the script around it that would outlive a test. */
export function restateProgram(): string | undefined {
  try {
    const { resolve } = createRequire(join(RIG, "package.json"));
    const beside = createRequire(resolve("@restatedev/restate-server/package.json"));
    const { platform, arch } = process;
    return beside.resolve(`@restatedev/restate-server-${platform}-${arch}/bin/restate-server`);
  } catch {
    return undefined;
  }
}

/** A process that is started again with the same ports and folders. */
export interface Part {
  start(): Promise<void>;
  kill(): Promise<void>;
}

function partOf(begin: () => Running, isUp: () => Promise<unknown>) {
  let running: Running | undefined;
  const said: (() => string)[] = [];
  const kill = async () => {
    running?.child.kill("SIGKILL");
    await running?.finished;
  };
  return {
    said: () => said.map((one) => one()).join(""),
    kill,
    async start() {
      const started = begin();
      running = started;
      said.push(started.stdout);
      await eventually(
        async () => {
          if (started.child.exitCode !== null) throw new Error(started.stderr());
          return await isUp().catch(() => undefined);
        },
        () => `${started.stdout()}${started.stderr()}`,
      );
    },
  };
}

const answers = async (url: string) => (await fetch(url)).ok || undefined;

/** What Earshot called, as it can be passed on again. */
export interface Recorded {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Stands before the service's receiver: passes on what Earshot calls, so many times at once. */
async function openRelay(to: string) {
  const calls: Recorded[] = [];
  const relay = { calls, times: 1, pass };
  async function pass({ url, headers, body }: Recorded): Promise<number> {
    const sent = { ...pick(headers), "content-type": "application/cloudevents+json" };
    try {
      return (await fetch(`${to}${url}`, { method: "POST", headers: sent, body })).status;
    } catch {
      return 502;
    }
  }
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const call = { url: request.url ?? "", headers, body: await text(request) };
    calls.push(call);
    const statuses = await Promise.all(Array.from({ length: relay.times }, () => pass(call)));
    response.writeHead(Math.max(...statuses)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(relay, { host, close });
}

const SIGNED = ["webhook-id", "webhook-timestamp", "webhook-signature"];
const pick = (headers: Record<string, string>) =>
  Object.fromEntries(SIGNED.map((name) => [name, headers[name] ?? ""]));

export type RestateWorld = Awaited<ReturnType<typeof openRestateWorld>>;

/** A world with the page's program in it; the opener closes it. */
export async function openRestateWorld(server: string, writePrograms: (folder: string) => void) {
  const folder = makeFolder();
  const port = { earshot: 0, ingress: 0, admin: 0, node: 0, service: 0, wake: 0 };
  for (const name of Object.keys(port)) port[name as keyof typeof port] = await freePort();
  const at = (name: keyof typeof port) => `http://127.0.0.1:${port[name]}`;
  const relay = await openRelay(at("wake"));
  const data = join(folder, "data");
  const line = ["start", "--no-console", "--port", String(port.earshot), "--data", data];
  const earshot = partOf(
    () =>
      launch(process.execPath, [PROGRAM, ...line], { env: { EARSHOT_NOTIFY_HOSTS: relay.host } }),
    () => answers(`${at("earshot")}/readyz`),
  );
  const restate = partOf(
    () => launch(server, ["--no-logo", "--listen-mode", "tcp"], { cwd: folder, env: restateEnv() }),
    () => answers(`${at("ingress")}/restate/health`),
  );
  function restateEnv(): Record<string, string> {
    return {
      RESTATE_BASE_DIR: join(folder, "restate"),
      RESTATE_BIND_ADDRESS: `127.0.0.1:${port.node}`,
      RESTATE_ADVERTISED_ADDRESS: at("node"),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${port.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${port.admin}`,
      RESTATE_DISABLE_TELEMETRY: "true",
    };
  }
  await Promise.all([earshot.start(), restate.start()]);
  const as = (key: string) => createClient({ url: at("earshot"), key });
  const operator: EarshotClient = as(readKeyFile(data, "operator") ?? "");
  writePrograms(folder);

  /** The service, of an agent of its own; its calls stand still at a moment. */
  async function openService(name: string, program: string) {
    const { secret: key = "" } = await operator.createKey({ kind: "agent", name });
    const { secret = "" } = await as(key).setSubscription();
    let moment = "";
    const env = () => ({
      EARSHOT_URL: at("earshot"),
      EARSHOT_KEY: key,
      EARSHOT_NOTIFY_SECRET: secret,
      RECEIVER: `http://${relay.host}/wake`,
      RESTATE_URL: at("ingress"),
      PORT: String(port.service),
      WAKE_PORT: String(port.wake),
      MOMENT: moment,
    });
    const stops = join(RIG, "stops.js");
    const part = partOf(
      () => launch(process.execPath, ["--import", stops, program], { cwd: folder, env: env() }),
      async () => (await fetch(at("wake"), { method: "POST" })).status === 401 || undefined,
    );
    return Object.assign(part, {
      async startAt(stands: string) {
        moment = stands;
        await part.start();
        moment = "";
      },
    });
  }

  async function register(): Promise<void> {
    const response = await fetch(`${at("admin")}/deployments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ uri: at("service"), force: true }),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  /** Begins a run; its result can be waited for. */
  async function pay(amount: number): Promise<{ id: string; result(): Promise<unknown> }> {
    const response = await fetch(`${at("ingress")}/payer/pay/send`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ to: "ana", amount }),
    });
    const { invocationId: id } = (await response.json()) as { invocationId: string };
    const result = async () =>
      await (await fetch(`${at("ingress")}/restate/invocation/${id}/attach`)).json();
    return { id, result };
  }

  async function cancel(id: string): Promise<void> {
    await fetch(`${at("admin")}/invocations/${id}/cancel`, { method: "PATCH" });
  }

  async function asked(amount: number): Promise<OpenAuthorization> {
    return await eventually(async () => {
      const { items } = await operator.list({ status: "open", each: true });
      const open = items as readonly OpenAuthorization[];
      return open.find(({ authorization }) => authorization.action.args["amount"] === amount);
    });
  }

  async function edit(amount: number, to = 90): Promise<void> {
    const { id, authorization } = await asked(amount);
    const args = Object.assign({}, authorization.action.args, { amount: to });
    const { digest } = await operator.previewEdit({ id, args });
    await operator.approve({ id, digest, args });
  }

  async function close(): Promise<void> {
    relay.close();
    await Promise.all([earshot.kill(), restate.kill()]);
    removeFolder(folder);
  }
  return {
    earshot,
    restate,
    relay,
    operator,
    openService,
    register,
    pay,
    cancel,
    asked,
    edit,
    close,
  };
}
