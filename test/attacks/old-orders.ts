import type { SessionId } from "../../src/domain/id.ts";
import type { Attack, Family } from "./attack.ts";
import type { Part, Scene } from "./scene.ts";

const LIKE = "orders of before a restore that are carried out a second time";

/** Somebody tries to have an order carried out that waits for a person's word. */
function pending(
  id: string,
  does: string,
  given: {
    readonly as: Part;
    readonly refusal: string;
    readonly before?: (scene: Scene, id: SessionId) => Promise<unknown>;
  },
): Attack {
  return {
    id: `order/${id}`,
    does,
    like: LIKE,
    refusal: given.refusal,
    async prepare(scene) {
      const owner = await scene.as("owner");
      const { id: session } = await owner.startSession({
        agent: "scout",
        text: "Delete the cluster.",
        pending: true,
      });
      await given.before?.(scene, session);
      return async () => (await scene.as(given.as)).beginSession({ id: session });
    },
  };
}

export const oldOrders: Family = {
  name: "old orders",
  attacks: [
    pending("by-its-agent", "begins it as the agent that is to carry it out", {
      as: "scout",
      refusal: "NOT_ALLOWED",
    }),
    pending("by-another-agent", "begins it as another agent", {
      as: "rival",
      refusal: "NOT_ALLOWED",
    }),
    pending("by-a-service", "begins it as a service", { as: "service", refusal: "NOT_ALLOWED" }),
    pending("by-a-viewer", "begins it as who may only look", {
      as: "viewer",
      refusal: "NOT_ALLOWED",
    }),
    pending("from-abroad", "begins it as the owner of another workspace", {
      as: "outsider",
      refusal: "NOT_FOUND",
    }),
    pending("dropped", "begins what somebody has dropped", {
      as: "ana",
      refusal: "SESSION_CLOSED",
      before: async (scene, id) => (await scene.as("ben")).cancelSession({ id }),
    }),
    pending("twice", "begins what has been begun", {
      as: "ana",
      refusal: "SESSION_CLOSED",
      before: async (scene, id) => (await scene.as("ben")).beginSession({ id }),
    }),
  ],
};
