import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  FAULTY_CLIENTS,
  FAULTY_KINDS,
  faultCell,
  PYTHON_CLIENTS,
} from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import type { OpenAuthorization, Shown, ShownRequest } from "../../src/domain/requests/request.ts";
import { eventually } from "../support/cli.ts";
import { asked, type Door, isAsking, openDoor } from "./door.ts";
import {
  type Connect,
  type FaultyClient,
  installPython,
  ofEra,
  older,
  type PythonOptions,
  pythonClient,
  rawHttp,
  rawStdio,
} from "./faults.ts";

/*
 * What every client can do wrong with a call that waits, for questions and for approvals: whichever
 * it is, the answer reaches the agent, stays until it is acknowledged, and people are asked once.
 */

/** The one cell of the matrix that this run proves; undefined in `npm test`, where a second is short. */
const PROVEN = provenCell("client-faults");
const [TIMEOUTS, SECOND_MS] =
  PROVEN === undefined ? [[1, 5], 60] : [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1_000];

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
  isAbout(request: ShownRequest, subject: string): boolean;
  close(server: Door, subject: string): Promise<unknown>;
  readonly status: string;
}

const KINDS: Readonly<Record<(typeof FAULTY_KINDS)[number], Kind>> = {
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
        const found = items.find((request) => KINDS.approval.isAbout(request, subject));
        return found as Shown<OpenAuthorization> | undefined;
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
  readonly request: string | undefined;
  readonly isSame: boolean;
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

async function requestsAbout({ operator }: Door, { kind, subject }: Case): Promise<ShownRequest[]> {
  const about: ShownRequest[] = [];
  for (const status of ["open", "answered", "approved"] as const) {
    const { items } = await operator.list({ status, limit: 100 });
    about.push(...items.filter((request) => kind.isAbout(request, subject)));
  }
  return about;
}

async function seen(server: Door, client: FaultyClient, one: Case): Promise<Seen> {
  const again = await client.call(one.kind.call(one.subject));
  const [request, ...more] = await requestsAbout(server, one);
  return {
    subject: one.subject,
    status: again?.status,
    requests: more.length + 1,
    request: request?.id,
    isSame: again?.data["request_id"] === request?.id,
  };
}

/** A mailbox shows so many at once. */
const SHOWN = 50;

async function mailOf({ call }: FaultyClient): Promise<readonly string[]> {
  const envelope = await call({ name: "check_messages", args: { limit: SHOWN } });
  const messages = (envelope?.data["messages"] ?? []) as readonly { readonly id: string }[];
  return messages.map(({ id }) => id);
}

/** All that is kept, each part looked at twice and then acknowledged. */
async function takeMail(client: FaultyClient): Promise<readonly string[]> {
  const kept: string[] = [];
  for (let ids = await mailOf(client); ids.length > 0; ids = await mailOf(client)) {
    expect(await mailOf(client)).toEqual(ids);
    await client.call({ name: "check_messages", args: { ack_ids: ids } });
    kept.push(...ids);
  }
  return kept;
}

async function prove(connect: Connect, kind: Kind): Promise<void> {
  const server = await openDoor();
  const client = await connect(server);
  const cases = casesOf(kind);
  await Promise.all(cases.map((one) => suffer(server, client, one)));
  // Before anything is acknowledged: from then on the same call is a new one.
  const found: Seen[] = [];
  for (const one of cases) found.push(await seen(server, client, one));
  expect(found).toEqual(
    cases.map(({ subject }) => ({
      subject,
      status: kind.status,
      requests: 1,
      isSame: true,
      request: expect.any(String),
    })),
  );
  expect((await takeMail(client)).toSorted()).toEqual(
    found.map(({ request }) => request).toSorted(),
  );
}

const CLIENTS: Readonly<Record<(typeof FAULTY_CLIENTS)[number], Connect>> = {
  "the SDK, modern": ofEra("modern"),
  "the SDK, legacy": ofEra("legacy"),
  "the SDK before it": older,
  "raw HTTP that nobody reads": rawHttp,
  "raw lines that nobody reads": rawStdio("silent"),
  "raw lines that withdraw the call": rawStdio("cancelling"),
};

type PythonClient = readonly [1 | 2, Omit<PythonOptions, "python">];

const PYTHONS: Readonly<Record<(typeof PYTHON_CLIENTS)[number], PythonClient>> = {
  "Python SDK 1, legacy over http": [1, { mode: "legacy", transport: "http" }],
  "Python SDK 1, legacy over stdio": [1, { mode: "legacy", transport: "stdio" }],
  "Python SDK 2, legacy over http": [2, { mode: "legacy", transport: "http" }],
  "Python SDK 2, legacy over stdio": [2, { mode: "legacy", transport: "stdio" }],
  "Python SDK 2, 2026-07-28 over http": [2, { mode: "2026-07-28", transport: "http" }],
  "Python SDK 2, 2026-07-28 over stdio": [2, { mode: "2026-07-28", transport: "stdio" }],
};

const LONG_MS = 180_000;

describe.each(FAULTY_KINDS)("no %s is lost", (kindName) => {
  const kind = KINDS[kindName];
  const isLeftOut = (client: string) =>
    PROVEN !== undefined && PROVEN !== faultCell(kindName, client);

  for (const client of FAULTY_CLIENTS) {
    test.skipIf(isLeftOut(client))(`by ${client}`, () => prove(CLIENTS[client], kind), LONG_MS);
  }

  for (const client of PYTHON_CLIENTS) {
    test.skipIf(PROVEN === undefined || isLeftOut(client))(
      `by ${client}`,
      async ({ skip }) => {
        const [generation, options] = PYTHONS[client];
        const installed = installPython(generation);
        if ("skipped" in installed) return skip(`No Python SDK here. ${installed.skipped}`);
        await prove(pythonClient({ ...installed, ...options }), kind);
      },
      LONG_MS,
    );
  }
});
