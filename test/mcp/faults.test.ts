import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs.ts";
import type { OpenAuthorization, Request } from "../../src/domain/request.ts";
import { eventually, makeFolder, removeFolder } from "../support/cli.ts";
import { asked, type Door, isAsking, openDoor } from "./door.ts";
import {
  type Connect,
  type FaultyClient,
  type Installed,
  installPython,
  ofEra,
  older,
  pythonClient,
  rawHttp,
  rawStdio,
} from "./faults.ts";

/*
 * What every client can do wrong with a call that waits, for questions and for approvals: whichever
 * it is, the answer reaches the agent, stays until it is acknowledged, and people are asked once.
 */

const PROOF = "client-faults";
const isProving = process.env["EARSHOT_PROVE"] === PROOF;
/** In `npm test` a second is short. */
const SECOND_MS = isProving ? 1_000 : 60;
const TIMEOUTS = Array.from({ length: volumeOf(PROOF) }, (_, index) =>
  isProving ? index + 1 : [1, 5, 10][index % 3],
) as readonly number[];

/** When people answer, beside the moment at which the client stops listening. */
const MOMENTS: Readonly<Record<string, (giveUpMs: number) => number>> = {
  "as it gives up": (ms) => ms,
  "just before": (ms) => ms - Math.min(ms / 4, 20),
  "when it has gone": (ms) => ms * 1.3,
};

interface Kind {
  call(subject: string): {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  };
  isAbout(request: Request, subject: string): boolean;
  close(server: Door, subject: string): Promise<unknown>;
  readonly status: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  question: {
    call: (question) => ({ name: "ask_human", args: { question } }),
    isAbout: isAsking,
    async close(server, subject) {
      const { id } = await asked(server, subject);
      await server.operator.answer({ id, answer: { text: "this one" } });
    },
    status: "answered",
  },
  approval: {
    call: (subject) => ({
      name: "request_authorization",
      args: { tool_name: "deploy", tool_args: { subject }, reason: "The ticket says so." },
    }),
    isAbout: (request, subject) =>
      request.kind === "authorization" &&
      JSON.stringify(request.authorization.action.args).includes(JSON.stringify(subject)),
    async close(server, subject) {
      const open = await eventually(async () => {
        const { items } = await server.operator.list({ status: "open", limit: 100 });
        const found = items.find((request) => KINDS["approval"]?.isAbout(request, subject));
        return found as OpenAuthorization | undefined;
      });
      await server.operator.approve({ id: open.id, digest: open.authorization.digest });
    },
    status: "approved",
  },
};

interface Case {
  readonly kind: Kind;
  readonly subject: string;
  readonly giveUpMs: number;
  readonly answerAtMs: number;
  /** How often it calls and gives up before anybody answers. */
  readonly times: number;
}

function casesOf(kind: Kind): readonly Case[] {
  return TIMEOUTS.flatMap((seconds, index) =>
    Object.entries(MOMENTS).flatMap(([moment, at]) =>
      [1, 2].map((times) => {
        const giveUpMs = seconds * SECOND_MS;
        const subject = `${index}: after ${seconds} s, ${moment}, ${times} times`;
        return { kind, subject, giveUpMs, answerAtMs: at(giveUpMs), times };
      }),
    ),
  );
}

interface Seen {
  readonly subject: string;
  readonly status: string | undefined;
  readonly requests: number;
  readonly isSame: boolean;
  readonly isKept: boolean;
}

async function suffer(server: Door, { call }: FaultyClient, one: Case): Promise<void> {
  const { kind, subject, giveUpMs, answerAtMs, times } = one;
  const made = { ...kind.call(subject), giveUpMs };
  /** One that was withdrawn before it had arrived has asked nobody, and is made again. */
  async function callOnce(): Promise<void> {
    do await call(made);
    while ((await requestsAbout(server, one)).length === 0);
  }
  for (let time = 1; time < times; time++) await callOnce();
  const closing = sleep(answerAtMs).then(() => kind.close(server, subject));
  await Promise.all([callOnce(), closing]);
}

async function requestsAbout({ operator }: Door, { kind, subject }: Case): Promise<Request[]> {
  const about: Request[] = [];
  for (const status of ["open", "answered", "approved"] as const) {
    const { items } = await operator.list({ status, limit: 100 });
    about.push(...items.filter((request) => kind.isAbout(request, subject)));
  }
  return about;
}

async function seen(
  server: Door,
  { client, kept }: { client: FaultyClient; kept: ReadonlySet<string> },
  one: Case,
): Promise<Seen> {
  const again = await client.call(one.kind.call(one.subject));
  const about = await requestsAbout(server, one);
  return {
    subject: one.subject,
    status: again?.status,
    requests: about.length,
    isSame: again?.data["request_id"] === about[0]?.id,
    isKept: kept.has(about[0]?.id ?? ""),
  };
}

async function mailOf({ call }: FaultyClient): Promise<ReadonlySet<string>> {
  const envelope = await call({ name: "check_messages", args: { limit: 50 } });
  const messages = (envelope?.data["messages"] ?? []) as readonly { readonly id: string }[];
  return new Set(messages.map(({ id }) => id));
}

async function prove(connect: Connect, kind: Kind): Promise<void> {
  const server = await openDoor();
  const client = await connect(server);
  const cases = casesOf(kind);
  await Promise.all(cases.map((one) => suffer(server, client, one)));
  const found: Seen[] = [];
  // A mailbox shows so many at once: each part is looked at, and acknowledged.
  const kept = new Set<string>();
  for (let ids = await mailOf(client); ids.size > 0; ids = await mailOf(client)) {
    for (const id of ids) kept.add(id);
    expect(await mailOf(client)).toEqual(ids);
    if (ids.size < 50) break;
    await client.call({ name: "check_messages", args: { ack_ids: [...ids] } });
  }
  for (const one of cases) found.push(await seen(server, { client, kept }, one));
  expect(found).toEqual(
    cases.map(({ subject }) => ({
      ...{ subject, status: kind.status, requests: 1, isSame: true, isKept: true },
    })),
  );
  const ids = [...(await mailOf(client))];
  if (ids.length > 0) await client.call({ name: "check_messages", args: { ack_ids: ids } });
  expect(await mailOf(client)).toEqual(new Set());
}

const folder = makeFolder();
const pythons = new Map<1 | 2, Installed>();
afterAll(() => removeFolder(folder));

const LONG_MS = 180_000;

describe.each(Object.entries(KINDS))("no %s is lost", (_, kind) => {
  test.each([
    ["the SDK in the modern era", ofEra("modern")],
    ["the SDK in the legacy era", ofEra("legacy")],
    ["the SDK before it", older],
    ["raw HTTP that nobody reads", rawHttp],
    ["raw lines that nobody reads", rawStdio("silent")],
    ["raw lines that withdraw the call", rawStdio("cancelling")],
  ])("by %s", (_client, connect) => prove(connect, kind), LONG_MS);

  test.skipIf(!isProving).each([
    [1, "legacy", "http"],
    [1, "legacy", "stdio"],
    [2, "legacy", "http"],
    [2, "legacy", "stdio"],
    [2, "2026-07-28", "http"],
    [2, "2026-07-28", "stdio"],
  ] as const)(
    "by generation %i of the Python SDK, %s over %s",
    async (generation, mode, transport) => {
      const installed = pythons.get(generation) ?? installPython(folder, generation);
      pythons.set(generation, installed);
      if ("skipped" in installed) {
        console.log(`skipped: the Python SDK cannot be installed here. ${installed.skipped}`);
        return;
      }
      await prove(pythonClient({ ...installed, mode, transport }), kind);
    },
    LONG_MS,
  );
});
