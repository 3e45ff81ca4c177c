import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const FINANCE: JsonObject = { groups: ["finance"] };
const RISK: JsonObject = { groups: ["risk"] };
const { tool, args } = ACTION;

/** Whoever is in finance and whoever is in risk have to approve mails, one of each. */
async function demand(
  scene: Scene,
  { finance, risk, list = [FINANCE, RISK] }: Groups,
): Promise<void> {
  const rules = [{ name: "mail", tools: ["send_*"], approvers: list, hands: "any" }];
  const source = { version: 1, groups: { finance, risk }, rules };
  await (await scene.as("owner")).applyPolicy({ source });
}

interface Groups {
  readonly finance: string[];
  readonly risk: string[];
  readonly list?: JsonObject[];
}

async function vote(scene: Scene, id: string, ...parts: readonly Part[]): Promise<void> {
  for (const part of parts) await approve(scene, id, part);
}

async function approve(scene: Scene, id: string, part: Part): Promise<unknown> {
  const as = await scene.as(part);
  const { request } = await as.show({ id: id as never });
  const digest = request.kind === "authorization" ? request.authorization.digest : "";
  return await as.approve({ id: id as never, digest });
}

interface Try extends Groups {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  readonly asked?: Partial<AuthorizeInput>;
  readonly before?: (scene: Scene, id: string) => Promise<unknown>;
  readonly act: (scene: Scene, id: string) => Promise<unknown>;
}

function listed({ id, does, refusal, asked, before, act, ...groups }: Try): Attack {
  return {
    id: `list/${id}`,
    does,
    like: "L4: two of finance and one of risk, who are the same person",
    refusal,
    async prepare(scene) {
      await demand(scene, groups);
      const request = await scene.seek(asked);
      await before?.(scene, request.id);
      return () => act(scene, request.id);
    },
  };
}

async function collect(scene: Scene, id: string): Promise<unknown> {
  return await (await scene.as("scout")).collect({ id: id as never });
}

async function run(scene: Scene, id: string): Promise<unknown> {
  return await (await scene.as("scout")).redeem({ request: id as never, tool, args });
}

export const demandedLists: Family = {
  name: "lists of who decides",
  attacks: [
    listed({
      id: "one-person-in-two-groups",
      does: "is in both groups, and approves for both",
      refusal: "NOT_APPROVED",
      finance: ["ana"],
      risk: ["ana", "ben"],
      before: (scene, id) => vote(scene, id, "ana"),
      act: collect,
    }),
    listed({
      id: "twice",
      does: "is in both groups, and approves a second time",
      refusal: "ALREADY_VOTED",
      finance: ["ana"],
      risk: ["ana", "ben"],
      before: (scene, id) => vote(scene, id, "ana"),
      act: (scene, id) => approve(scene, id, "ana"),
    }),
    listed({
      id: "two-of-one-group",
      does: "is the second of a group that has one place",
      refusal: "NOT_ALLOWED place_taken",
      finance: ["ana", "ben"],
      risk: ["zoe"],
      before: (scene, id) => vote(scene, id, "ana"),
      act: (scene, id) => approve(scene, id, "ben"),
    }),
    listed({
      id: "the-asker",
      does: "owns the agent, and fills the place of risk",
      refusal: "NOT_ALLOWED own_agent",
      finance: ["ana"],
      risk: ["owner", "ben"],
      before: (scene, id) => vote(scene, id, "ana"),
      act: (scene, id) => approve(scene, id, "owner"),
    }),
    listed({
      id: "acted-for",
      does: "has the agent act for them, and fills a place",
      refusal: "NOT_ALLOWED acted_for",
      asked: { onBehalfOf: " Ben" },
      finance: ["ana"],
      risk: ["ben", "zoe"],
      before: (scene, id) => vote(scene, id, "ana"),
      act: (scene, id) => approve(scene, id, "ben"),
    }),
    listed({
      id: "to-narrows",
      does: "has the agent ask ana alone, who is of finance",
      refusal: "NOT_APPROVED",
      asked: { to: ["ana"] },
      finance: ["ana"],
      risk: ["ben"],
      before: (scene, id) => vote(scene, id, "ana"),
      act: collect,
    }),
    listed({
      id: "one-entry-by-two-names",
      does: "is named by name in one entry and by role in the other",
      refusal: "NOT_APPROVED",
      finance: ["ana"],
      risk: ["ben"],
      list: [{ names: ["ana"] }, { roles: ["approver"] }],
      before: (scene, id) => vote(scene, id, "ana"),
      act: collect,
    }),
    listed({
      id: "left-the-group",
      does: "uses an approval of somebody who has left the group meanwhile",
      refusal: "GRANT_REFUSED demands_more",
      finance: ["ana"],
      risk: ["ben"],
      async before(scene, id) {
        await vote(scene, id, "ana", "ben");
        await demand(scene, { finance: ["zoe"], risk: ["ben"] });
      },
      act: run,
    }),
    listed({
      id: "left-before-the-last-vote",
      does: "fills the last place after the first voter has left the group",
      refusal: "NOT_APPROVED",
      finance: ["ana"],
      risk: ["ben"],
      async before(scene, id) {
        await vote(scene, id, "ana");
        await demand(scene, { finance: ["zoe"], risk: ["ben"] });
        await vote(scene, id, "ben");
      },
      act: collect,
    }),
    listed({
      id: "changed-groups",
      does: "counts the vote for the group that its voter is in no more",
      refusal: "NOT_APPROVED",
      finance: ["ana"],
      risk: ["ben"],
      async before(scene, id) {
        await vote(scene, id, "ana");
        await demand(scene, { finance: ["zoe"], risk: ["ana", "ben"] });
        await approve(scene, id, "ben").catch(() => {});
      },
      act: collect,
    }),
    listed({
      id: "acted-for-by-a-later-list",
      does: "uses the approval of whom the agent acts for, which a list of today does not count",
      refusal: "GRANT_REFUSED demands_more",
      asked: { onBehalfOf: "ana" },
      finance: ["ana"],
      risk: ["ana"],
      list: [{ names: ["ben"] }],
      async before(scene) {
        await scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ana"] } });
        const { id } = await scene.approved({ onBehalfOf: "ana", args: { ...args, copies: 2 } });
        await demand(scene, { finance: ["ana"], risk: ["ana"], list: [{ names: ["ana", "ben"] }] });
        later.set(scene, id);
      },
      async act(scene) {
        const request = later.get(scene) as never;
        const scout = await scene.as("scout");
        return await scout.redeem({ request, tool, args: { ...args, copies: 2 } });
      },
    }),
  ],
};

const later = new WeakMap<Scene, string>();
