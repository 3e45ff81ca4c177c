import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../src/domain/requests/request.ts";
import type { EvidenceInput } from "../../src/ports/earshot/evidence.ts";
import { digest } from "../../src/system/digest.ts";
import { type Browser, type House, openHouse, refusalOf } from "../support/house.ts";

/* Whoever changes the arguments is their author, and others judge them. */

const TOOL = "pay";
const ASKED = { to: "shop", amount: 100 };
const WIDER = { to: "ben", amount: 100 };
const LOWER = { to: "shop", amount: 40 };
const NARROW = { narrow: { "/amount": "lower, at least 1" } };

let house: House;
let people: Readonly<Record<"ben" | "cleo", Browser>>;
beforeEach(async () => {
  house = await openHouse();
  const ben = await house.enter("ben");
  await house.owner.addOperator({ name: "cleo" });
  const { token } = await house.owner.createSignInLink({ operator: "cleo", atTerminal: true });
  const cleo = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
  people = { ben, cleo };
});
afterEach(() => house.close());

const apply = async (over: JsonObject) => {
  const rule = { name: "pays", tools: [TOOL], level: "MEDIUM", ...over };
  await house.owner.applyPolicy({ source: { version: 1, rules: [rule] } });
};
const seek = () => house.seek(TOOL, ASKED);

async function edit(
  who: keyof typeof people,
  { id }: Shown<AuthorizationRequest>,
  args: JsonObject,
): Promise<Shown<AuthorizationRequest>> {
  const { earshot } = people[who];
  const { digest } = await earshot.previewEdit({ id, args });
  return asAuthorization(await earshot.approve({ id, digest, args }));
}

async function approve(who: keyof typeof people, { id }: Shown<AuthorizationRequest>) {
  const now = asAuthorization((await house.owner.show({ id })).request);
  const { digest } = now.authorization;
  return asAuthorization(await people[who].earshot.approve({ id, digest }));
}

describe("a wider edit", () => {
  test("leaves the request open, as edited and without its author's vote", async () => {
    const asked = await seek();
    const put = await edit("ben", asked, WIDER);
    expect(put).toMatchObject({
      status: "open",
      authorization: {
        votes: [],
        action: { args: WIDER },
        edit: {
          by: { name: "ben" },
          others: true,
          args: ASKED,
          digest: asked.authorization.digest,
        },
      },
    });
  });

  test("is approved by another person, and runs once as edited", async () => {
    const asked = await seek();
    await edit("ben", asked, WIDER);
    const approved = await approve("cleo", asked);
    expect(approved).toMatchObject({
      status: "approved",
      authorization: { votes: [{ by: { name: "cleo" } }] },
    });
    const { grant, args } = await house.agent.collect({ id: asked.id });
    expect(args).toEqual(WIDER);
    expect(await refusalOf(house.agent.redeem({ grant, tool: TOOL, args }))).toBeUndefined();
    expect(await refusalOf(house.agent.redeem({ grant, tool: TOOL, args }))).toBe("used");
  });

  test("is not approved by its author, who is told why and who can", async () => {
    const asked = await seek();
    await edit("ben", asked, WIDER);
    expect(await refusalOf(approve("ben", asked))).toBe("own_edit");
    const { request, needs } = await people.ben.earshot.inboxItem({ id: asked.id });
    expect(needs?.refusal).toContain("has changed the arguments");
    expect(request.forOthers).toMatchObject({ why: needs?.refusal, deciders: ["cleo"] });
  });

  test("needs as many others as the rule wants people", async () => {
    await house.owner.addOperator({ name: "dan" });
    const { token } = await house.owner.createSignInLink({ operator: "dan", atTerminal: true });
    const dan = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
    await apply({ quorum: 2 });
    const asked = await seek();
    await approve("cleo", asked);
    const put = await edit("ben", asked, WIDER);
    expect(put.authorization.votes).toEqual([]);
    expect(await approve("cleo", asked)).toMatchObject({ status: "open" });
    const { digest } = put.authorization;
    expect(await dan.earshot.approve({ id: asked.id, digest })).toMatchObject({
      status: "approved",
    });
  });

  test("is refused where too few others may decide, and changes nothing", async () => {
    await apply({ quorum: 2 });
    const asked = await seek();
    await approve("cleo", asked);
    expect(await refusalOf(edit("ben", asked, WIDER))).toBe("INVALID_INPUT");
    expect((await house.owner.show({ id: asked.id })).request).toMatchObject({
      authorization: { digest: asked.authorization.digest, votes: [{ by: { name: "cleo" } }] },
    });
  });

  test("asks whoever else may decide, where the agent asked its author alone", async () => {
    const { request } = await house.agent.authorize({
      tool: TOOL,
      args: ASKED,
      reason: "So.",
      to: ["ben"],
    });
    const asked = asAuthorization(request);
    expect(await refusalOf(approve("cleo", asked))).toBe("not_an_approver");
    expect(await edit("ben", asked, WIDER)).toMatchObject({ status: "open", to: [] });
    expect(await approve("cleo", asked)).toMatchObject({ status: "approved" });
  });

  test("takes a text along that people were shown: other bytes do not redeem", async () => {
    const [SQL, NEXT] = ["delete from t", "delete from t where old"];
    const query = (text: string) =>
      [{ kind: "sql", name: "tidy.sql", content: { text } }] as const satisfies EvidenceInput[];
    const call = { tool: TOOL, args: { sql: SQL }, reason: "So." };
    const sought = await house.agent.authorize({ ...call, evidence: query(SQL) });
    const asked = asAuthorization(sought.request);
    const args = { sql: NEXT };
    const { evidence } = await people.ben.earshot.previewEdit({ id: asked.id, args });
    expect(evidence?.[0]?.lines.map(({ text }) => text).join()).toContain("where old");
    await edit("ben", asked, args);
    const again = await people.ben.earshot.previewEdit({ id: asked.id, args: { sql: SQL } });
    expect(again.evidence).toMatchObject([{ files: [{ digest: digest.bytes(Buffer.from(SQL)) }] }]);
    expect(await house.owner.showEvidence({ id: asked.id })).toMatchObject({ items: evidence });
    await approve("cleo", asked);
    const redeem = (shown: string) =>
      house.agent.redeem({ request: asked.id, tool: TOOL, args, evidence: query(shown) });
    await expect(redeem(SQL)).rejects.toMatchObject({ details: { reason: "other_action" } });
    await redeem(NEXT);
    expect((await house.owner.verifyAudit()).intact).toBe(true);
  });

  test("is its author's to change back, and then counts as their approval", async () => {
    const asked = await seek();
    await edit("ben", asked, WIDER);
    const approved = await edit("ben", asked, ASKED);
    expect(approved).toMatchObject({
      status: "approved",
      authorization: { digest: asked.authorization.digest, votes: [{ by: { name: "ben" } }] },
    });
  });

  test("of another's wider edit makes its author the new one", async () => {
    const asked = await seek();
    await edit("ben", asked, WIDER);
    await edit("cleo", asked, { ...WIDER, amount: 200 });
    expect(await refusalOf(approve("cleo", asked))).toBe("own_edit");
    expect(await approve("ben", asked)).toMatchObject({ status: "approved" });
  });

  test("is in the log as one, and no vote is", async () => {
    const asked = await seek();
    const { authorization } = await edit("ben", asked, WIDER);
    const logged = await house.eventsOf("request.edited", "request.approval_voted");
    const { principal } = people.ben.caller;
    expect(logged).toMatchObject([
      {
        type: "request.edited",
        actor: principal.id,
        subject: asked.id,
        data: { digest: authorization.digest, level: "MEDIUM" },
      },
    ]);
  });

  test("is previewed with how many others have to approve it", async () => {
    const { id } = await seek();
    const { earshot } = people.ben;
    expect(await earshot.previewEdit({ id, args: WIDER })).toMatchObject({ others: 1 });
    expect(await earshot.previewEdit({ id, args: ASKED })).not.toHaveProperty("others");
    await apply({ edits: NARROW });
    expect(await earshot.previewEdit({ id, args: LOWER })).not.toHaveProperty("others");
  });
});

describe("an edit by somebody who alone could decide", () => {
  test("counts, and the vote and the log say so", async () => {
    for (const who of [people.ben, people.cleo]) {
      await house.owner.removeOperator({ id: who.caller.principal.id });
    }
    const { id } = await seek();
    const { digest, ...preview } = await house.owner.previewEdit({ id, args: WIDER });
    expect(preview).toMatchObject({ soleOperator: true });
    expect(preview).not.toHaveProperty("others");
    expect(await house.owner.approve({ id, digest, args: WIDER })).toMatchObject({
      status: "approved",
      authorization: { votes: [{ by: { name: "ana" }, soleOperator: true }] },
    });
    const [event] = await house.eventsOf("request.approved");
    expect(event?.data).toMatchObject({ soleOperator: true, edited: true });
    const { grant, args } = await house.agent.collect({ id });
    expect(await refusalOf(house.agent.redeem({ grant, tool: TOOL, args }))).toBeUndefined();
  });
});

describe("a rule", () => {
  test("with narrow edits lets one person make and approve those that it names", async () => {
    await apply({ edits: NARROW });
    const approved = await edit("ben", await seek(), LOWER);
    expect(approved).toMatchObject({
      status: "approved",
      authorization: { votes: [{ by: { name: "ben" } }], edit: { args: ASKED } },
    });
    expect(approved.authorization.edit).not.toHaveProperty("others");
  });

  test("measures each edit against what the agent asked for, not against the last edit", async () => {
    await apply({ edits: NARROW });
    const asked = await seek();
    await edit("ben", asked, { ...ASKED, amount: 500 });
    expect(await edit("cleo", asked, { ...ASKED, amount: 400 })).toMatchObject({ status: "open" });
    expect(await edit("ben", asked, LOWER)).toMatchObject({ status: "approved" });
  });

  test("that allows no edits refuses them, also as a preview", async () => {
    await apply({ edits: "none" });
    const asked = await seek();
    expect(await refusalOf(edit("ben", asked, LOWER))).toBe("INVALID_INPUT");
    expect(await approve("ben", asked)).toMatchObject({ status: "approved" });
  });
});

describe("another policy", () => {
  test("that leaves a change to others drops the vote of its author", async () => {
    await apply({ edits: NARROW, quorum: 2 });
    const asked = await seek();
    expect((await edit("ben", asked, LOWER)).authorization.votes).toHaveLength(1);
    await apply({ edits: "second" });
    const { request } = await house.owner.show({ id: asked.id });
    expect(asAuthorization(request).authorization.votes).toEqual([]);
    expect(await refusalOf(approve("ben", asked))).toBe("own_edit");
    expect(await approve("cleo", asked)).toMatchObject({ status: "approved" });
  });

  test("that takes a change for narrow lets its author approve it", async () => {
    const asked = await seek();
    await edit("ben", asked, LOWER);
    await apply({ edits: NARROW });
    expect(await approve("ben", asked)).toMatchObject({ status: "approved" });
  });

  test("that allows no edits leaves the agent's own arguments to approve", async () => {
    const asked = await seek();
    await edit("ben", asked, WIDER);
    await apply({ edits: "none" });
    expect(await refusalOf(approve("cleo", asked))).toBe("edited");
    expect(await edit("cleo", asked, ASKED)).toMatchObject({ status: "approved" });
  });

  test.each([
    ["leaves the change to others", "second"],
    ["allows no edits", "none"],
  ])("that %s stops one that one person had changed and approved", async (_, edits) => {
    await apply({ edits: NARROW });
    const { id } = await edit("ben", await seek(), LOWER);
    await apply({ edits });
    expect(await refusalOf(house.agent.collect({ id }))).toBe("demands_more");
  });
});
