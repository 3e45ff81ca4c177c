import type { JsonObject } from "../../src/domain/json.ts";
import type { OpenAuthorization, Shown } from "../../src/domain/requests/request.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const LIKE = "A7: votes by the demand of yesterday; told as approved what can never run";
const RULE = { name: "mails", tools: [ACTION.tool], level: "MEDIUM" };

interface Change {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  /** The rule at first, and the one that comes in force before the attack. */
  readonly from?: JsonObject;
  readonly to: JsonObject;
  /** Who votes in between. */
  readonly votes?: readonly Part[];
}

const vote = async (scene: Scene, part: Part, { id, authorization }: Shown<OpenAuthorization>) =>
  (await scene.as(part)).approve({ id, digest: authorization.digest }, { via: "cli" });

function ruleOf(over: JsonObject): JsonObject {
  return over["decision"] === undefined ? { ...RULE, ...over } : { name: "mails", ...over };
}

/** A vote under a policy that has changed since it was asked. */
function voted({ from = {}, to, votes = [], ...named }: Change): Attack {
  return {
    ...named,
    id: `changed/${named.id}`,
    like: LIKE,
    async prepare(scene) {
      await scene.rules(ruleOf(from));
      const request = await scene.seek();
      await scene.rules(ruleOf(to));
      for (const part of votes) await vote(scene, part, request);
      return () => vote(scene, "ana", request);
    },
  };
}

/** What was approved before the policy changed is collected after it. */
function collected({ from = {}, to, ...named }: Change): Attack {
  return {
    ...named,
    id: `changed/${named.id}`,
    like: LIKE,
    async prepare(scene) {
      await scene.rules(ruleOf(from));
      const { id } = await scene.approved();
      await scene.rules(ruleOf(to));
      return async () => (await scene.as("scout")).collect({ id });
    },
  };
}

export const changingPolicy: Family = {
  name: "policies that change under a vote",
  attacks: [
    voted({
      id: "denied",
      does: "approves what today's policy denies",
      to: { decision: "deny" },
      refusal: "NOT_ALLOWED denied_now",
    }),
    voted({
      id: "narrowed",
      does: "approves what others decide on by now",
      to: { approvers: { names: ["ben"] } },
      refusal: "NOT_ALLOWED not_an_approver",
    }),
    voted({
      id: "role-narrowed",
      does: "approves what owners alone decide on by now",
      to: { approvers: { roles: ["owner"] } },
      refusal: "NOT_ALLOWED not_an_approver",
    }),
    voted({
      id: "level-raised",
      does: "approves without a digit what is HIGH by now",
      to: { level: "HIGH" },
      refusal: "NOT_ALLOWED digest_not_typed",
    }),
    voted({
      id: "level-lowered",
      does: "approves without a digit what was HIGH when it was asked",
      from: { level: "HIGH" },
      to: { level: "LOW" },
      refusal: "NOT_ALLOWED digest_not_typed",
    }),
    voted({
      id: "step-up",
      does: "approves without proof what wants one by now",
      to: { step_up: true },
      refusal: "STEP_UP_NEEDED no_passphrase",
    }),
    voted({
      id: "twice",
      does: "votes twice to be the two that are wanted by now",
      to: { quorum: 2 },
      votes: ["ana"],
      refusal: "ALREADY_VOTED",
    }),
    collected({
      id: "collected-denied",
      does: "collects what today's policy denies",
      to: { decision: "deny" },
      refusal: "GRANT_REFUSED denied_now",
    }),
    collected({
      id: "collected-quorum",
      does: "collects what wants two by now",
      to: { quorum: 2 },
      refusal: "GRANT_REFUSED demands_more",
    }),
    collected({
      id: "collected-level",
      does: "collects what is HIGH by now",
      to: { level: "HIGH" },
      refusal: "GRANT_REFUSED demands_more",
    }),
    collected({
      id: "collected-narrowed",
      does: "collects what was approved by who decides no more",
      to: { approvers: { names: ["ben"] } },
      refusal: "GRANT_REFUSED demands_more",
    }),
  ],
};
