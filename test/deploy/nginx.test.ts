import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request as send } from "node:https";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, makeFolder, ROOT, removeFolder } from "../support/cli.ts";
import { newLink } from "../support/web.ts";

/* The example for nginx, run by the nginx and the openssl that are installed, with a port in its name. */

const NAME = "earshot.example.com";
const has = (program: string, flag: string) =>
  spawnSync(program, [flag], { stdio: "ignore" }).status === 0;
const isHere = has("nginx", "-v") && has("openssl", "version");

interface Proxied {
  readonly port: number;
  readonly data: string;
  /** The server itself, past the proxy. */
  readonly url: string;
}

let proxied: Proxied;

/** The example as it is, but for its ports and the places of its files. */
function configured(folder: string, ports: { readonly tls: number; readonly node: number }) {
  const example = readFileSync(join(ROOT, "deploy/proxy/nginx.conf"), "utf8")
    .replaceAll("127.0.0.1:4242", `127.0.0.1:${ports.node}`)
    .replaceAll("listen 443", `listen 127.0.0.1:${ports.tls}`)
    .replaceAll("/etc/ssl/earshot", folder);
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${own.join(" ")}
${example}
}`,
  );
  return config;
}

async function startProxied(folder: string): Promise<Proxied> {
  const tls = await freePort();
  const data = join(folder, "data");
  const publicUrl = `https://${NAME}:${tls}`;
  const { url, stop } = await startServer({ dataFolder: data, port: 0, publicUrl });
  stops.push(stop);
  const certified = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    `/CN=${NAME}`,
    "-keyout",
    join(folder, "privkey.pem"),
    "-out",
    join(folder, "fullchain.pem"),
  ]);
  expect(certified.status, String(certified.stderr)).toBe(0);
  const config = configured(folder, { tls, node: Number(new URL(url).port) });
  const nginx = spawn("nginx", ["-p", folder, "-c", config, "-e", join(folder, "error.log")], {
    stdio: "ignore",
  });
  stops.push(async () => {
    nginx.kill("SIGQUIT");
    if (nginx.exitCode === null) await once(nginx, "exit");
  });
  await eventually(() => {
    if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, "error.log"), "utf8"));
    return existsSync(join(folder, "pid"));
  });
  return { port: tls, data, url };
}

const stops: (() => Promise<unknown>)[] = [];

interface Sent {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly input?: JsonObject;
}

/** As a browser or client sends it that knows the public URL. */
async function open(path: string, { method = "GET", headers, input }: Sent = {}) {
  const { port } = proxied;
  const call = send({
    host: "127.0.0.1",
    port,
    path,
    method,
    servername: NAME,
    rejectUnauthorized: false,
    headers: {
      host: `${NAME}:${port}`,
      "content-type": "application/json",
      ...present({ origin: method === "POST" ? `https://${NAME}:${port}` : undefined }),
      ...headers,
    },
  });
  call.end(input === undefined ? undefined : JSON.stringify(input));
  const [response] = (await once(call, "response")) as [IncomingMessage];
  return response;
}

async function sent(path: string, given: Sent = {}) {
  const response = await open(path, given);
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return { status: response.statusCode, headers: response.headers, body };
}

const keyOf = (name: "operator" | "agent") => readKeyFile(proxied.data, name) ?? "";

const why = isHere ? "" : " (skipped: nginx or openssl is not installed)";

describe.skipIf(!isHere)(`the example for nginx${why}`, () => {
  beforeAll(async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "logs"));
    proxied = await startProxied(folder);
    return async () => {
      for (const stop of stops.reverse()) await stop();
      removeFolder(folder);
    };
  });

  test("passes calls on", async () => {
    const { status } = await sent("/readyz");
    expect(status).toBe(200);
  });

  test("lets a browser sign in and answer at a public URL with a port", async () => {
    const token = await newLink(proxied.url, { key: keyOf("operator") });
    const probe = `__Host-earshot-probe-${proxied.port}=1`;
    const signedIn = await sent("/v1/sign-in/link", {
      method: "POST",
      headers: { cookie: probe },
      input: { token },
    });
    expect(signedIn.status, signedIn.body).toBe(201);
    const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
    const { pageSecret } = JSON.parse(signedIn.body) as { readonly pageSecret: string };
    const agent = createClient({ url: proxied.url, key: keyOf("agent") });
    const { request } = await agent.ask({ text: "Shall I?" });
    const answered = await sent(`/v1/requests/${request.id}/answer`, {
      method: "POST",
      headers: { cookie, "earshot-page": pageSecret },
      input: { answer: { text: "Yes." } },
    });
    expect(answered.status, answered.body).toBe(200);
  });

  test("holds a long poll until the answer is there", async () => {
    const agent = createClient({ url: proxied.url, key: keyOf("agent") });
    const { request } = await agent.ask({ text: "And now?" });
    const authorization = `Bearer ${keyOf("agent")}`;
    const waits = sent(`/v1/requests/${request.id}/wait?holdMs=20000`, {
      headers: { authorization },
    });
    const operator = createClient({ url: proxied.url, key: keyOf("operator") });
    await operator.answer({ id: request.id, answer: { text: "Now." } });
    expect((await waits).body).toContain('"Now."');
  });

  test("passes each event on as it happens", async () => {
    const stream = await open("/v1/events?follow=true", {
      headers: { authorization: `Bearer ${keyOf("operator")}`, accept: "text/event-stream" },
    });
    onTestFinished(() => void stream.destroy());
    expect(stream.statusCode).toBe(200);
    const agent = createClient({ url: proxied.url, key: keyOf("agent") });
    const { request } = await agent.ask({ text: "Is it seen?" });
    for await (const chunk of stream.setEncoding("utf8")) {
      if (String(chunk).includes(request.id)) return;
    }
    expect.unreachable("the stream ended");
  });
});
