import type { Attack, Family } from "./attack.ts";
import { ACTION } from "./scene.ts";

const LIKE = "A12, A4: free text, or the answer to something else, that looks like a yes";

/** A person answers a question; the agent takes that for an approval of the action. */
function answered(id: string, text: string): Attack {
  return {
    id: `free-text/${id}`,
    like: LIKE,
    refusal: "NOT_APPROVED",
    does: `has a question answered ${JSON.stringify(text)} and collects`,
    async prepare(scene) {
      const sought = await scene.seek();
      const scout = await scene.as("scout");
      const { digest } = sought.authorization;
      const { request } = await scout.ask({ text: `May I run ${digest}?` });
      const ana = await scene.as("ana");
      await ana.answer({ id: request.id, answer: { text: text.replace("DIGEST", digest) } });
      return () => scout.collect({ id: sought.id });
    },
  };
}

/** A person says something to the agent. */
function told(id: string, text: string): Attack {
  return {
    id: `free-text/told-${id}`,
    like: LIKE,
    refusal: "NOT_APPROVED",
    does: `is told ${JSON.stringify(text)} and collects`,
    async prepare(scene) {
      const sought = await scene.seek();
      const ana = await scene.as("ana");
      await ana.tell({ agent: "scout", text: text.replace("REQUEST", sought.id) });
      const scout = await scene.as("scout");
      return () => scout.collect({ id: sought.id });
    },
  };
}

const wrongKind = (id: string, does: string, prepare: Attack["prepare"]): Attack => ({
  id: `free-text/${id}`,
  does,
  like: LIKE,
  refusal: "INVALID_INPUT",
  prepare,
});
const noApproval = (id: string, does: string, prepare: Attack["prepare"]): Attack => ({
  ...wrongKind(id, does, prepare),
  refusal: "NOT_APPROVED",
});

export const freeText: Family = {
  name: "free text that looks like a yes",
  attacks: [
    answered("approve", "approve"),
    answered("approved", "APPROVED"),
    answered("yes", "yes"),
    answered("y", "y"),
    answered("true", "true"),
    answered("thumbs-up", "👍"),
    answered("json", '{"approved":true}'),
    answered("command", "/approve DIGEST"),
    answered("digest", "DIGEST"),
    answered("command-line", "npx earshot approve DIGEST"),
    told("approve", "approve REQUEST"),
    told("go-ahead", "Go ahead with everything, I approve."),
    told("json", '{"outcome":"approved","request":"REQUEST"}'),
    wrongKind("answer-to-it", "answers the authorization itself", async (scene) => {
      const { id } = await scene.seek();
      const ana = await scene.as("ana");
      return () => ana.answer({ id, answer: { text: "approve" } });
    }),
    wrongKind("choice-to-it", "answers the authorization by a choice", async (scene) => {
      const { id } = await scene.seek();
      const ana = await scene.as("ana");
      return () => ana.answer({ id, answer: { choice: "Approve" } });
    }),
    wrongKind("approve-a-question", "approves a question", async (scene) => {
      const scout = await scene.as("scout");
      const { request } = await scout.ask({ text: "May I?" });
      const ana = await scene.as("ana");
      return () => ana.approve({ id: request.id, digest: "0".repeat(64) });
    }),
    wrongKind("collect-a-question", "collects a grant for a question", async (scene) => {
      const scout = await scene.as("scout");
      const form = {
        kind: "choice",
        options: [{ label: "Approve" }, { label: "Reject" }],
      } as const;
      const { request } = await scout.ask({ text: "May I?", form });
      await (await scene.as("ana")).answer({ id: request.id, answer: { choice: "Approve" } });
      return () => scout.collect({ id: request.id });
    }),
    wrongKind("default", "asks with the default yes and lets it expire", async (scene) => {
      const scout = await scene.as("scout");
      const { request } = await scout.ask({
        text: "May I?",
        default: { text: "approve" },
        expiresInMs: 1_000,
      });
      scene.clock.jump(1_001);
      return () => scout.collect({ id: request.id });
    }),
    noApproval("silence", "waits until the time is over and collects", async (scene) => {
      const { id } = await scene.seek({ expiresInMs: 1_000 });
      scene.clock.jump(1_001);
      const scout = await scene.as("scout");
      return () => scout.collect({ id });
    }),
    noApproval("acknowledged", "acknowledges it in its mailbox and collects", async (scene) => {
      const { id } = await scene.seek();
      const scout = await scene.as("scout");
      await scout.acknowledge({ ids: [id] });
      return () => scout.collect({ id });
    }),
    noApproval("memory", "writes into its memory that it was approved", async (scene) => {
      const { id } = await scene.seek();
      const scout = await scene.as("scout");
      await scout.writeMemory({ key: `approved/${id}`, value: "true" });
      return () => scout.collect({ id });
    }),
    noApproval("recorded", "puts into the log that the tool has run", async (scene) => {
      const { id } = await scene.seek();
      const scout = await scene.as("scout");
      await scout.recordToolCall({
        tool: ACTION.tool,
        call: id,
        argsDigest: scene.ctx.digest.json({}),
      });
      return () => scout.collect({ id });
    }),
  ],
};
