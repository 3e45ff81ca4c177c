import { describe, expect, test } from "vitest";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { eventually } from "../support/cli.ts";
import { byGroup, takeShare } from "../support/share.ts";
import {
  answer,
  connectClient,
  connectOldClient,
  type Door,
  envelopeOf,
  lateAnswers,
  openDoor,
} from "./door.ts";

takeShare("eras", byGroup);

/*
 * Clients that give a call up without a word: the server writes the result, and nobody reads it. Soon
 * or late, once or twice, no answer and no approval may be lost by that, and people are asked once.
 */

interface Caller {
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<object>;
}

const CLIENTS: Readonly<Record<string, (door: Door) => Promise<Caller>>> = {
  "of the modern era": (door) => caller(connectClient(door, { era: "modern" })),
  "of the legacy era": (door) => caller(connectClient(door, { era: "legacy" })),
  "of the first generation of the SDK": (door) => caller(connectOldClient(door)),
};

interface Calling {
  callTool(params: {
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }): Promise<object>;
}

async function caller(connecting: Promise<Calling>): Promise<Caller> {
  const client = await connecting;
  return { call: (name, args) => client.callTool({ name, arguments: { ...args } }) };
}

const idsOf = (result: object) =>
  lateAnswers(envelopeOf(result)).map((late) => (late as { readonly id: string }).id);

/** What comes of a call that the client does not listen to any more. */
async function unheard(calling: Promise<object>): Promise<string> {
  return String(envelopeOf(await calling).data["request_id"]);
}

async function approveOpen({ operator }: Door): Promise<void> {
  const open = await eventually(async () => {
    const { items } = await operator.list({ status: "open" });
    return items.find((item): item is OpenAuthorization => item.kind === "authorization");
  });
  await operator.approve({ id: open.id, digest: open.authorization.digest });
}

const ACTION = { tool_name: "deploy", tool_args: { to: "staging" }, reason: "The ticket says so." };

describe.each(Object.entries(CLIENTS))("a client %s that gives up without a word", (_, connect) => {
  test("is told each answer again with whatever it calls, until it acknowledges it", async () => {
    const door = await openDoor();
    const { call } = await connect(door);
    const ids: string[] = [];
    for (const question of ["Which first?", "Which second?"]) {
      const asking = call("ask_human", { question });
      await answer(door, question, "this one");
      ids.push(await unheard(asking));
    }
    for (let time = 0; time < 2; time++) {
      expect(idsOf(await call("check_security_status", {}))).toEqual(ids);
    }
    await call("check_messages", { ack_ids: ids });
    expect(idsOf(await call("check_security_status", {}))).toEqual([]);
  });

  test("has the answer when it asks the same again, and nobody is asked twice", async () => {
    const door = await openDoor();
    const { call } = await connect(door);
    const asking = call("ask_human", { question: "Ship it?" });
    await answer(door, "Ship it?", "yes");
    const id = await unheard(asking);
    expect(envelopeOf(await call("ask_human", { question: "Ship it?" }))).toMatchObject({
      status: "answered",
      data: { request_id: id, joined: true, answered_at: expect.any(String) },
    });
    expect((await door.operator.list({ status: "open" })).items).toEqual([]);
  });

  test("has an approval that it did not hear of, with its grant, by its id", async () => {
    const door = await openDoor();
    const { call } = await connect(door);
    const seeking = call("request_authorization", ACTION);
    await approveOpen(door);
    const id = await unheard(seeking);
    expect(idsOf(await call("check_security_status", {}))).toEqual([id]);
    const again = envelopeOf(await call("await_response", { request_ids: [id] }));
    expect(again).toMatchObject({ status: "approved", data: { grant: expect.any(String) } });
    expect(idsOf(await call("check_security_status", {}))).toEqual([]);
  });

  test("has the same approval when it seeks the same again, and nobody is asked twice", async () => {
    const door = await openDoor();
    const { call } = await connect(door);
    const seeking = call("request_authorization", ACTION);
    await approveOpen(door);
    const id = await unheard(seeking);
    expect(envelopeOf(await call("request_authorization", ACTION))).toMatchObject({
      status: "approved",
      data: { request_id: id },
    });
    expect((await door.operator.list({ status: "open" })).items).toEqual([]);
  });
});
