import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { ApproveInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const REASON: JsonObject = { note: "required" };
const TICKET: JsonObject = { ticket: "(INC|CHG)-[0-9]{4,}" };
const { tool, args } = ACTION;

async function demand(scene: Scene, more: JsonObject): Promise<void> {
  await scene.rules({ name: "mail", tools: ["send_*"], hands: "any", ...more });
}

async function approve(
  scene: Scene,
  id: RequestId,
  { part = "ana", ...more }: Partial<ApproveInput> & { readonly part?: Part } = {},
): Promise<unknown> {
  const as = await scene.as(part);
  const { action } = asAuthorization((await as.show({ id })).request).authorization;
  const digest = scene.ctx.digest.action({ ...action, args: more.args ?? action.args });
  return await as.approve({ id, digest, ...more });
}

interface Try {
  readonly id: string;
  readonly does: string;
  readonly wants?: JsonObject;
  readonly refusal?: string;
  readonly before?: (scene: Scene, id: RequestId) => Promise<unknown>;
  readonly act: (scene: Scene, id: RequestId) => Promise<unknown>;
}

function unsaid({ id, does, wants = REASON, refusal = "INVALID_INPUT", before, act }: Try): Attack {
  return {
    id: `reason/${id}`,
    does,
    like: "L4: that a reason or a ticket is required of the approver",
    refusal,
    async prepare(scene) {
      await demand(scene, wants);
      const request = await scene.seek();
      await before?.(scene, request.id);
      return () => act(scene, request.id);
    },
  };
}

const noted = (id: string, does: string, { note, wants = REASON }: Noted): Attack =>
  unsaid({ id, does, wants, act: (scene, request) => approve(scene, request, { note }) });

interface Noted {
  readonly note: string;
  readonly wants?: JsonObject;
}

export const unsaidReasons: Family = {
  name: "approvals that do not say why",
  attacks: [
    unsaid({ id: "none", does: "approves without a word", act: approve }),
    noted("empty", "approves with an empty note", { note: "" }),
    noted("spaces", "approves with spaces and line breaks", { note: " \n\u3000\t" }),
    noted("zero-width", "approves with characters that nobody sees", {
      note: "\u200b\u2060\u00ad",
    }),
    noted("fillers", "approves with letters that nobody sees", { note: "\u3164\u115f\uffa0" }),
    noted("marks", "approves with marks alone", { note: "…!! -- 👍" }),
    noted("too-long", "approves with a note longer than fits", { note: "why ".repeat(1_000) }),
    noted("no-ticket", "names no ticket", { note: "It is urgent.", wants: TICKET }),
    noted("part-of-a-ticket", "names a word that begins as a ticket does", {
      note: "INC-1234567x",
      wants: TICKET,
    }),
    noted("split-ticket", "breaks the ticket over two lines", {
      note: "INC-\n1234",
      wants: TICKET,
    }),
    noted("hidden-ticket", "hides a character in the ticket", {
      note: "INC-12\u200b34",
      wants: TICKET,
    }),
    noted("look-alike-ticket", "writes the ticket with look-alikes", {
      note: "ІNC-1234 INC-１２３４",
      wants: TICKET,
    }),
    noted("ticket-as-reason", "gives tickets for a reason", {
      note: "INC-1234, CHG-2345",
      wants: { ...REASON, ...TICKET },
    }),
    unsaid({
      id: "held",
      does: "has an approval held that says nothing",
      act: (scene, id) => approve(scene, id, { undoMs: 1 }),
    }),
    unsaid({
      id: "own-edit",
      does: "approves a change that they may make alone, without a word",
      wants: { ...REASON, edits: { narrow: { "/copies": "lower" } } },
      act: (scene, id) => approve(scene, id, { args: { ...args, copies: 0 } }),
    }),
    unsaid({
      id: "second-vote",
      does: "leaves the reason to who voted first",
      wants: { ...REASON, quorum: 2 },
      before: (scene, id) => approve(scene, id, { note: "Agreed with legal." }),
      act: (scene, id) => approve(scene, id, { part: "ben" }),
    }),
    unsaid({
      id: "in-the-change",
      does: "counts the words of who changed the arguments as those of who approves",
      before: (scene, id) =>
        approve(scene, id, { note: "Fewer will do.", args: { ...args, copies: 0 } }),
      act: (scene, id) => approve(scene, id, { part: "ben" }),
    }),
    unsaid({
      id: "from-before",
      does: "runs what was approved before the rule wanted a reason",
      wants: {},
      refusal: "GRANT_REFUSED demands_more",
      async before(scene, id) {
        await approve(scene, id);
        await demand(scene, REASON);
      },
      act: async (scene, request) =>
        await (await scene.as("scout")).redeem({ request, tool, args }),
    }),
    unsaid({
      id: "vote-from-before",
      does: "adds the last vote to one that says nothing",
      wants: { quorum: 2 },
      refusal: "NOT_APPROVED",
      async before(scene, id) {
        await approve(scene, id);
        await demand(scene, { quorum: 2, ...TICKET });
        await approve(scene, id, { part: "ben", note: "INC-1234" });
      },
      act: async (scene, id) => await (await scene.as("scout")).collect({ id }),
    }),
    unsaid({
      id: "other-ticket",
      does: "runs what names a ticket of a kind that the rule takes no more",
      wants: TICKET,
      refusal: "GRANT_REFUSED demands_more",
      async before(scene, id) {
        await approve(scene, id, { note: "INC-1234" });
        await demand(scene, { ticket: "CHG-[0-9]{4,}" });
      },
      act: async (scene, request) =>
        await (await scene.as("scout")).redeem({ request, tool, args }),
    }),
    {
      id: "reason/pattern-bomb",
      does: "puts a pattern in force that no approval could be compared with in time",
      like: "L4: that a reason or a ticket is required of the approver",
      refusal: "INVALID_INPUT",
      prepare: async (scene) => () =>
        demand(scene, { ticket: "((((x{0,99}){0,99}){0,99}){0,99})" }),
    },
  ],
};
