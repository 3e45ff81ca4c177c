import type { RequestId } from "../../src/domain/id.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "../support/own-key.ts";
import type { Attack, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const LIKE = "one owner makes a second person and votes with both, and nobody else hears of it";
const SEEN = { choice: "I have seen it" };

interface Hidden {
  readonly id: string;
  readonly does: string;
  readonly refusal?: string;
  readonly attack: (owner: Earshot, notice: RequestId, scene: Scene) => Promise<unknown>;
}

/** The owner does something alone, which another owner is told, and wants that not to be seen. */
function hiding({ id, does, refusal = "NOT_ALLOWED their_notice", attack }: Hidden): Attack {
  return {
    id: `hidden-changes/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const owner = await scene.as("owner");
      await ownKey(owner, { kind: "person", name: "carl", role: "owner" });
      await ownKey(owner, { kind: "person", name: "sock", role: "owner" });
      const { items } = await owner.list({ status: "open" });
      const notice = items.find(({ to }) => to.includes("carl"));
      if (notice === undefined) throw new Error("Nobody was told.");
      return () => attack(owner, notice.id, scene);
    },
  };
}

export const hiddenChanges: Family = {
  name: "changes hidden from other owners",
  attacks: [
    hiding({
      id: "answers",
      does: "answers what another owner is told",
      attack: (owner, id) => owner.answer({ id, answer: SEEN }),
    }),
    hiding({
      id: "cancels",
      does: "takes back what another owner is told",
      attack: (owner, id) => owner.cancel({ id }),
    }),
    hiding({
      id: "abandons",
      does: "gives up what another owner is told, as its review",
      attack: (owner, id) => owner.review({ id, outcome: { do: "abandon" } }),
    }),
    hiding({
      id: "reroutes",
      does: "has what another owner is told put to themselves",
      attack: (owner, id) => owner.review({ id, outcome: { do: "reroute", to: ["owner"] } }),
    }),
    hiding({
      id: "erases",
      does: "erases what another owner is told",
      refusal: "INVALID_INPUT",
      attack: (owner, id) => owner.erase({ id }),
    }),
    hiding({
      id: "approver",
      does: "has an approver answer it",
      attack: async (_, id, scene) => (await scene.as("ana")).answer({ id, answer: SEEN }),
    }),
    hiding({
      id: "in-its-name",
      does: "makes a key of the agent in whose name owners are told",
      refusal: "INVALID_INPUT",
      attack: (owner) => owner.createKey({ kind: "agent", name: "earshot" }),
    }),
    hiding({
      id: "in-a-name-like-it",
      does: "makes an agent whose name looks like its",
      refusal: "INVALID_INPUT",
      attack: (owner) => owner.createKey({ kind: "agent", name: "Еarshоt" }),
    }),
    hiding({
      id: "halting",
      does: "answers what another owner is told of an agent that was halted",
      async attack(owner, _, scene) {
        await owner.haltAgent({ id: scene.keys.scout.principal.id });
        const { items } = await owner.list({ status: "open" });
        const told = items.filter(
          (one) => one.kind === "question" && /has halted/.test(one.question.text),
        );
        for (const { id } of told) await owner.answer({ id, answer: SEEN });
      },
    }),
  ],
};
