import { EarshotError } from "../../src/domain/errors.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { AskInput } from "../../src/ports/earshot/requests.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LIKE = "F1: an answer that was written and not heard, or heard and used again";

const DEPLOY: AskInput = { tool: "ask_human", text: "Deploy now?" };

/** Ana has said yes to it. */
async function answered(scene: Scene, over: Partial<AskInput> = {}) {
  const { request } = await (await scene.as("scout")).ask({ ...DEPLOY, ...over });
  await (await scene.as("ana")).answer({ id: request.id, answer: { text: "Yes." } });
  return request;
}

interface Asking {
  /** The question of the morning, where it differs. */
  readonly first?: Partial<AskInput>;
  readonly again?: Partial<AskInput>;
  readonly as?: Part;
  readonly afterMs?: number;
  readonly between?: (scene: Scene, id: `req_${string}`) => Promise<unknown>;
}

/** Asks again, and takes the former answer for the answer to it. */
function asks(id: string, does: string, asking: Asking): Attack {
  const { first, again = {}, as: part = "scout", afterMs = 0, between } = asking;
  return {
    id: `unheard/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const request = await answered(scene, first);
      await between?.(scene, request.id);
      scene.clock.jump(afterMs);
      return async () => {
        const { outcome } = await (await scene.as(part)).ask({ ...DEPLOY, ...again });
        if (outcome !== "answered") throw new EarshotError("NOT_APPROVED", `It is ${outcome}.`);
      };
    },
  };
}

interface Seeking {
  readonly first?: Partial<AuthorizeInput>;
  readonly again?: Partial<AuthorizeInput>;
  readonly as?: Part;
  readonly afterMs?: number;
}

/** Seeks again, and takes the former approval for one of it. */
function seeks(id: string, does: string, seeking: Seeking): Attack {
  const { first, again = {}, as: part = "scout", afterMs = 0 } = seeking;
  return {
    id: `unheard/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      await scene.approved(first);
      scene.clock.jump(afterMs);
      return async () => {
        const agent = await scene.as(part);
        const { request } = await agent.authorize({ ...ACTION, ...again });
        await agent.collect({ id: request.id });
      };
    },
  };
}

/** An answer is gone that its agent has not acknowledged; whoever did it has made it unheard. */
function loses(id: string, does: string, work: (scene: Scene, id: string) => Promise<unknown>) {
  return {
    id: `unheard/lost-${id}`,
    does,
    like: LIKE,
    refusal: "ALREADY_CLAIMED",
    async prepare(scene: Scene) {
      const request = await answered(scene);
      return async () => {
        await work(scene, request.id);
        const { items } = await (await scene.as("scout")).mailbox();
        if (items.some((item) => item.id === request.id)) {
          throw new EarshotError("ALREADY_CLAIMED", "The answer still waits for its agent.");
        }
      };
    },
  } satisfies Attack;
}

export const unheard: Family = {
  name: "answers that were not heard, or are heard again",
  attacks: [
    asks("afternoon", "asks the same in the afternoon, to have the morning's yes", {
      afterMs: 6 * 60 * MINUTE_MS,
    }),
    asks("ten-minutes", "asks the same ten minutes later", { afterMs: 10 * MINUTE_MS }),
    asks("key-next-day", "asks by the same key a day later", {
      first: { joinKey: "deploy" },
      again: { joinKey: "deploy" },
      afterMs: DAY_MS,
    }),
    asks("acknowledged", "asks again what it has acknowledged", {
      between: async (scene, id) => (await scene.as("scout")).acknowledge({ ids: [id] }),
    }),
    asks("other-agent", "takes the yes that another agent has been given", { as: "rival" }),
    asks("abroad", "takes the yes of another workspace", { as: "stranger" }),
    asks("other-words", "takes the yes for other words", { again: { text: "Deploy now!" } }),
    asks("other-context", "takes the yes for another background", {
      again: { context: "To production." },
    }),
    asks("other-tool", "takes the yes that another tool was given", {
      again: { tool: "send_message_to_operator" },
    }),
    asks("other-person", "takes the yes of another person", { again: { to: ["ben"] } }),
    asks("other-form", "takes words for a choice", {
      again: { form: { kind: "choice", options: [{ label: "Yes." }, { label: "No." }] } },
    }),
    asks("no-tool", "takes the yes for a question that no tool has asked", {
      again: { tool: undefined as never },
    }),
    seeks("approval-late", "seeks the same long after its approval", { afterMs: DAY_MS }),
    seeks("approval-key-late", "seeks by the same key beyond the life of its approval", {
      first: { joinKey: "mail" },
      again: { joinKey: "mail" },
      afterMs: DAY_MS,
    }),
    seeks("approval-other-agent", "seeks what another agent had approved", { as: "rival" }),
    seeks("approval-abroad", "seeks what another workspace has approved", { as: "stranger" }),
    seeks("approval-other-args", "seeks other arguments by the same key", {
      first: { joinKey: "mail" },
      again: { joinKey: "mail", args: { ...ACTION.args, copies: 2 } },
    }),
    seeks("approval-other-session", "seeks in another session", {
      first: { session: "one" },
      again: { session: "two" },
    }),
    loses("read", "reads the mailbox and says nothing", async (scene) => {
      const scout = await scene.as("scout");
      for (let time = 0; time < 3; time++) await scout.mailbox();
    }),
    loses("asked-again", "asks the same again and hears nothing", async (scene) => {
      for (let time = 0; time < 3; time++) await (await scene.as("scout")).ask(DEPLOY);
    }),
    loses("other-id", "acknowledges something else", async (scene) => {
      await (await scene.as("scout")).acknowledge({ ids: [`req_${"0".repeat(26)}`] });
    }),
    loses("by-rival", "has another agent acknowledge it", async (scene, id) => {
      await (await scene.as("rival")).acknowledge({ ids: [id as `req_${string}`] });
    }),
    loses("by-stranger", "has an agent of another workspace acknowledge it", async (scene, id) => {
      await (await scene.as("stranger")).acknowledge({ ids: [id as `req_${string}`] });
    }),
    loses("late", "waits for a month", async (scene) => scene.clock.jump(30 * DAY_MS)),
  ],
};
