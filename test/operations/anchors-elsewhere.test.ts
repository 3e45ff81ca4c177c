import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startSealing } from "../../src/core/log/seal-log.ts";
import { startAnchoring } from "../../src/core/upkeep/anchor-elsewhere.ts";
import { rightsOf } from "../../src/domain/people/rights.ts";
import { addressPlace, filePlace } from "../../src/system/anchors/places.ts";
import { anchoringNote } from "../../src/system/backup-notes.ts";
import { createFakeClock, settled } from "../../src/testing/fake-clock.ts";
import {
  earshot,
  eventually,
  PATIENCE_MS,
  restartedServer,
  serve,
  testFolder,
} from "../support/cli.ts";
import { openContext } from "../support/context.ts";
import { listenAt } from "../support/listen.ts";

/* Anchors that a server writes elsewhere, and what such a place may do to it. */

const LINE = '{"workspace":"default","seq":7,"hash":"00","at":"t","token":"k"}';
const put = (url: string, token?: string) =>
  addressPlace(url, { method: "PUT", token, patienceMs: 500 }).write(
    [LINE],
    new AbortController().signal,
  );
const heard = async (request: IncomingMessage) => ({
  method: request.method,
  authorization: request.headers.authorization,
  type: request.headers["content-type"],
  body: await text(request),
});

test("an address gets the newest checkpoint as JSON, with the token that was given", async () => {
  const calls: unknown[] = [];
  const url = await listenAt(async (request, response) => {
    calls.push(await heard(request));
    response.writeHead(204).end();
  });
  await put(url, "t0ken");
  expect(calls).toEqual([
    { method: "PUT", authorization: "Bearer t0ken", type: "application/json", body: `${LINE}\n` },
  ]);
});

test("a server that leads elsewhere, sends no end, fails or hangs gets nothing else from us", async () => {
  let inner = 0;
  const local = await listenAt((_, response) => {
    inner += 1;
    response.end();
  });
  const cases: readonly (readonly [RequestListener, string])[] = [
    [
      (_, response) => response.writeHead(307, { location: local }).end(),
      "answers 307 and leads elsewhere",
    ],
    [
      (_, response) => response.writeHead(302, { location: local }).end(),
      "answers 302 and leads elsewhere",
    ],
    [(_, response) => response.writeHead(500).end("no"), "answers 500."],
    [(_, response) => void endless(response), "sends more than 65536 bytes"],
    [() => {}, "took longer than 0.5 s"],
    [(request) => request.socket.destroy(), "cannot be reached"],
  ];
  for (const [listener, why] of cases) {
    await expect(put(await listenAt(listener), "t0ken")).rejects.toMatchObject({
      code: "UNREACHABLE",
      message: expect.stringContaining(why),
    });
  }
  expect(inner).toBe(0);
});

function endless(response: {
  write(part: string): boolean;
  once(event: "drain", then: () => void): unknown;
}) {
  while (response.write("x".repeat(16_384)));
  response.once("drain", () => endless(response));
}

test("a token goes to no address without TLS, and no password stands in an address", () => {
  expect(() => addressPlace("http://anchors.example.com/a", { method: "PUT", token: "t" })).toThrow(
    "would be sent without TLS",
  );
  for (const wrong of ["https://me:secret@anchors.example.com/", "ftp://anchors.example.com/a"]) {
    expect(() => addressPlace(wrong, { method: "PUT" })).toThrow("without a user or password");
  }
  const { name } = addressPlace("https://anchors.example.com/hook/s3cret?k=s3cret", {
    method: "PUT",
  });
  expect(name).toBe("https://anchors.example.com");
});

test("a file elsewhere only grows, holds each checkpoint once, and its folder is not made", async () => {
  const folder = testFolder();
  const file = join(folder, "anchor.jsonl");
  const { signal } = new AbortController();
  writeFileSync(file, "earlier\n");
  await filePlace(file).write([LINE], signal);
  await filePlace(file).write([LINE], signal);
  expect(readFileSync(file, "utf8")).toBe(`earlier\n${LINE}\n`);
  await expect(
    filePlace(join(folder, "away", "anchor.jsonl")).write([LINE], signal),
  ).rejects.toThrow("ENOENT");
});

test("a server writes its anchor elsewhere by itself, and what it wrote proves its log", async () => {
  const bodies: string[] = [];
  const url = await listenAt(async (request, response) => {
    if (request.method === "PUT") bodies.push(await text(request));
    response.end(bodies.at(-1));
  });
  const folder = testFolder();
  const [data, file, away] = ["data", "anchor.jsonl", "away/anchor.jsonl"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const server = await serve(["--data", data, "--no-link", "--anchor-to", file, url, away]);
  await eventually(() => bodies.length > 0 || undefined);
  const note = await eventually(() => {
    const read = anchoringNote.read(data);
    return read?.places.every(({ doneAt, failed }) => doneAt ?? failed) ? read : undefined;
  });
  expect(note.places.find(({ name }) => name === away)?.failed?.why).toContain(
    "there is no such file or folder",
  );
  expect(note.places.find(({ name }) => name === file)?.doneAt).toBeDefined();
  expect(readFileSync(file, "utf8")).toBe(bodies[0]);
  await server.stop();
  const verified = await earshot(["audit", "verify", "--anchor", url, "--data", data]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("covered: ") });
});

test("doctor names a place that the anchor does not get to", async () => {
  const server = await restartedServer();
  const at = new Date().toISOString();
  anchoringNote.write(server.data, {
    everyMs: 3_600_000,
    since: at,
    places: [
      { id: "1", name: "/mnt/other/anchor.jsonl", doneAt: at },
      { id: "2", name: "https://anchors.example.com", failed: { at, why: "answers 500." } },
      { id: "3", name: "/mnt/old", doneAt: "2026-01-01T00:00:00.000Z" },
    ],
  });
  const { findings } = JSON.parse((await server.run("doctor", "--json")).stdout);
  const states = findings
    .filter(({ check }: { check: string }) => check === "anchor elsewhere")
    .map(({ state }: { state: string }) => state);
  expect(states).toEqual(["ok", "failed", "warning"]);
});

test("owners are told of a place that has failed three times in a row, once", async () => {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock);
  onTestFinished(close);
  const { owner } = await found(ctx, { owner: "ana", agent: "scout" });
  const caller = { principal: owner.principal, rights: new Set(rightsOf(owner.principal)) };
  const stopSealing = startSealing(ctx, { onFault: () => {} });
  onTestFinished(stopSealing);
  await createEarshot(ctx, caller).sealLog({});
  const failed: string[] = [];
  const anchoring = startAnchoring(ctx, {
    everyMs: 3_600_000,
    places: [
      {
        id: "x",
        name: "/mnt/other",
        write: async () => {
          throw new Error("no room");
        },
      },
    ],
    notes: { doneMs: () => undefined, done: () => {}, failed: (_, why) => failed.push(why) },
    onFault: () => {},
  });
  onTestFinished(() => anchoring.stop());
  const notices = async () =>
    (await createEarshot(ctx, caller).list({ status: "open" })).items.flatMap((one) =>
      one.kind === "question" ? [one.question.text] : [],
    );
  for (const times of [1, 2, 3, 4]) {
    await clock.advance(301_000);
    await vi.waitFor(() => expect(failed).toHaveLength(times), { timeout: PATIENCE_MS });
    await settled();
    const told =
      times < 3 ? [] : ["The anchor of the log could not be written to /mnt/other: no room."];
    await expect.poll(notices).toEqual(told);
  }
});
