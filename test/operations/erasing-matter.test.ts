import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { AgentPrincipal, PersonPrincipal } from "../../src/domain/people/principal.ts";
import { type MatterStage, matterOverPostgres, matterOverSqlite } from "../support/matter-stage.ts";
import {
  BESIDE,
  goThroughMatter,
  type MatterCast,
  matterCast,
  plantWords,
} from "../support/matter-words.ts";
import { ownKey } from "../support/own-key.ts";
import { byGroup, takeShare } from "../support/share.ts";

takeShare("stores", byGroup);

/* What names a person or a case, in every place, on both engines: found, shown, taken, and gone. */

const TERM = "Kestrelqx";
/** As others spell it: in capitals, and with the letters of a wider alphabet. */
const SPELLED = ["Kestrelqx", "KESTRELQX", "Ｋestrelqx"] as const;
const NAMING = /kestrelqx|\u{ff2b}estrelqx/iu;

interface Cast extends MatterCast {
  readonly stage: MatterStage;
}

async function cast(open: () => Promise<MatterStage>): Promise<Cast> {
  const stage = await open();
  const keys = await found(stage.ctx, { owner: "ana", agent: "scout" });
  const [scout, ana] = [keys.agent.principal, keys.owner.principal];
  const named = { scout: scout as AgentPrincipal, ana: ana as PersonPrincipal };
  return { stage, ...matterCast(stage.ctx, named) };
}

async function bytesOf(stage: MatterStage): Promise<string> {
  return `${await stage.rows()}${await stage.remains()}`;
}

describe.each([
  ["SQLite", matterOverSqlite],
  ["PostgreSQL", matterOverPostgres],
] as const)("over %s", (engine, open) => {
  let everybody: Cast;
  beforeAll(async () => {
    everybody = await cast(open);
    for (const word of SPELLED) {
      await plantWords(everybody, word);
    }
  });
  afterAll(() => everybody.stage.close());

  test("all that names a case is shown, taken and nowhere any more, and the log verifies", async () => {
    const { stage, owner, agent } = everybody;
    await agent.ask({ text: "Something else?" });
    await agent.writeMemory({ key: "other", value: "kept" });
    expect(await bytesOf(stage)).toMatch(NAMING);

    const shown = await goThroughMatter(owner, { about: "kestrelQX" });
    const counts = Object.entries(Object.groupBy(shown.found, ({ place }) => place));
    expect(Object.fromEntries(counts.map(([place, of]) => [place, of.length]))).toMatchObject({
      requests: 15,
      messages: 9,
      conversations: 3,
      sessions: 3,
      session_entries: 3,
      liaisons: 3,
      contents: 3,
      memory_entries: 2,
      memory_versions: 10,
      outbox: 3,
      permissions: 3,
    });
    expect(new Set(shown.found.map(({ state }) => state))).toEqual(new Set(["due"]));
    expect(await bytesOf(stage)).toMatch(NAMING);

    const taken = await goThroughMatter(owner, { about: TERM, take: true });
    expect(taken.found.filter(({ state }) => state !== "erased")).toEqual([]);
    expect(taken.found.flatMap(({ posts = [] }) => posts)).toContainEqual({
      channel: "slack",
      chatId: "C1",
      messageId: "m1",
    });
    expect((await goThroughMatter(owner, { about: TERM })).found).toEqual([]);
    // What others may still see, as autovacuum may, goes with the next time.
    await expect
      .poll(async () => {
        await goThroughMatter(owner, { about: TERM, take: true });
        return (await bytesOf(stage)).match(NAMING);
      })
      .toBeNull();
    const bytes = await bytesOf(stage);
    expect(bytes).toContain("Something else?");
    for (const words of BESIDE) expect(await stage.rows()).not.toContain(words);
    expect((await agent.readMemory({ key: "other" })).value).toBe("kept");
    expect(await owner.verifyAudit({})).toMatchObject({
      intact: true,
      record: { faults: [], more: 0 },
    });
    expect(taken.left?.some((one) => /write-ahead log/.test(one))).toBe(engine === "PostgreSQL");
  });

  test("the log tells that something was erased, and not what", async () => {
    const { stage, owner, agent } = everybody;
    await agent.tell({ text: "The heron has come." });
    await goThroughMatter(owner, { about: "heron", take: true });
    const events = await stage.ctx.store.readEvents({
      workspace: "default",
      after: 0,
      limit: 10_000,
    });
    expect(events.at(-1)).toMatchObject({
      type: "matter.erased",
      data: { kind: "about", count: 1 },
    });
    expect(JSON.stringify(events)).not.toMatch(/heron/i);
    const { digest } = stage.ctx;
    expect(await stage.rows()).not.toContain(digest.json(["eraseMatter", { about: "heron" }]));
  });

  test("while something of it is open nothing is taken, unless that is to be closed", async () => {
    const { owner, agent } = everybody;
    const { request } = await agent.ask({ text: "May the osprey go?" });
    const said = await agent.tell({ text: "The osprey waits." });
    const given = await owner.permit({
      scope: "pattern",
      agent: "scout",
      tool: "osprey",
      args: { "/to": { equals: "osprey" } },
    });
    const refused = await owner
      .eraseMatter({ about: "osprey", take: true })
      .catch((error) => error);
    expect(refused).toMatchObject({ code: "INVALID_INPUT" });
    expect(refused.message).toContain(request.id);
    expect((await owner.showMessage({ id: said.id })).text).toBe("The osprey waits.");
    expect((await owner.show({ id: request.id })).request).toMatchObject({ status: "open" });

    await goThroughMatter(owner, { about: "osprey", take: true, close: true });
    const closed = (await owner.show({ id: request.id as RequestId })).request;
    expect(closed).toMatchObject({ status: "cancelled", question: { text: "(erased)" } });
    expect((await owner.showMessage({ id: said.id })).text).toBe("(erased)");
    const { items } = await owner.listPermissions();
    expect(items.find(({ id }) => id === given.id)).not.toHaveProperty("args");
    expect(await owner.verifyAudit({})).toMatchObject({ intact: true, record: { faults: [] } });
  });

  test("an approval that may still run is left, and said to be open", async () => {
    const { owner, agent } = everybody;
    const sought = await agent.authorize({
      tool: "mail",
      args: { to: "a plover" },
      reason: "x",
      holdMs: 0,
    });
    const { request } = sought;
    if (request.kind !== "authorization") throw new Error("It is no authorization.");
    await owner.approve({ id: request.id, digest: request.authorization.digest });
    const { found: left } = await goThroughMatter(owner, { about: "plover", take: true });
    expect(left.find(({ id }) => id === request.id)).toMatchObject({ state: "open" });
    expect(await agent.collect({ id: request.id })).toHaveProperty("grant");
  });

  test("an operator's words and name go once they were removed, and whom they answered is still known", async () => {
    const { stage, owner, agent } = everybody;
    const made = await ownKey(owner, { kind: "person", name: "Zoë Lark", role: "approver" });
    const zoe = createEarshot(stage.ctx, callerWithAllRights(made.principal));
    const asked = await agent.ask({ text: "What is in bloom?" });
    await zoe.answer({ id: asked.request.id, answer: { text: "The heather." } });
    const said = await zoe.tell({ text: "It is spring.", agent: "scout" });
    const sought = await agent.authorize({
      tool: "mail",
      args: { to: "all" },
      reason: "Told by Zoë Lark.",
      holdMs: 0,
    });
    await zoe.reject({ id: sought.request.id, reason: "Too early." });

    const early = await owner
      .eraseMatter({ person: "Zoë Lark", take: true })
      .catch((error) => error);
    expect(early).toMatchObject({ code: "INVALID_INPUT" });
    await owner.removeOperator({ id: made.principal.id });
    const { found: taken } = await goThroughMatter(owner, { person: "Zoë Lark", take: true });
    expect(taken.filter(({ state }) => state !== "erased").map(({ place }) => place)).toEqual(
      expect.arrayContaining(["principals", "events"]),
    );
    const answered = (await owner.show({ id: asked.request.id })).request;
    expect(answered).toMatchObject({
      answer: { text: "(erased)" },
      closedBy: { principal: made.principal.id },
    });
    expect(answered).toMatchObject({ closedBy: { name: "(erased)" } });
    expect((await owner.showMessage({ id: said.id })).text).toBe("(erased)");
    for (const words of ["The heather.", "It is spring.", "Too early."]) {
      expect(await bytesOf(stage)).not.toContain(words);
    }
    expect(await owner.verifyAudit({})).toMatchObject({ intact: true, record: { faults: [] } });
  });

  test("fewer than three characters are refused, and so is what nobody may erase", async () => {
    const { owner, agent } = everybody;
    await expect(owner.eraseMatter({ about: "a " })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await expect(owner.eraseMatter({})).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(agent.eraseMatter({ about: "anything" })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });
});
