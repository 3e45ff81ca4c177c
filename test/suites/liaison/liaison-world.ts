import type { ConversationId } from "../../../src/domain/id.ts";
import { present } from "../../../src/domain/present.ts";
import type { LiaisonReply, ShownLiaison } from "../../../src/ports/earshot/liaison.ts";
import type { Part, WorldUnderTest } from "../earshot/world.ts";

export const NEED = "I need a sales dashboard.";
/** All that a sales dashboard takes: whatever is asked, this answers it. */
export const DETAILS =
  "It covers last quarter, from our sales database. It must show revenue, units and margin. It is for our executives, who look at it in the browser. Use bar charts and line charts. It is right when the totals agree with the monthly reports. It should be ready by next Friday.";
export const RESULT = "The dashboard is at https://dashboards.example.com/sales.";
export const WISHES =
  "The colours are hard to tell apart with my colour blindness. I would like to see the quarters compared, and the regions should be more prominent.";
export const ACCEPTED = "Perfect, I accept it.";

/** What the facts of the liaison do again and again. */
export interface LiaisonUnderTest {
  as(part: Part): ReturnType<WorldUnderTest["world"]["as"]>;
  begin(part?: Part, agent?: string): Promise<LiaisonReply>;
  say(id: ConversationId, message: string, part?: Part): Promise<LiaisonReply>;
  show(id: ConversationId): Promise<ShownLiaison>;
  /** A conversation whose specification is published. */
  specified(agent?: string): Promise<LiaisonReply>;
  /** One whose result waits for feedback. */
  judged(agent?: string): Promise<LiaisonReply>;
}

/** So many turns are enough for whoever says all that there is to say. */
const MOST_TURNS = 6;

export function liaisonOf(under: WorldUnderTest): LiaisonUnderTest {
  const as = (part: Part) => under.world.as(part);
  const given: LiaisonUnderTest = {
    as,
    begin: (part = "approver", agent) =>
      as(part).beginConversation({ initial_message: NEED, ...present({ agent }) }),
    say: (conversation_id, message, part = "approver") =>
      as(part).continueConversation({ conversation_id, message }),
    show: (conversation_id) => as("owner").showLiaison({ conversation_id }),
    async specified(agent) {
      let reply = await given.begin("approver", agent);
      reply = await given.say(reply.conversation_id, DETAILS);
      for (let turn = 0; reply.phase === "problem_definition" && turn < MOST_TURNS; turn++) {
        reply = await given.say(reply.conversation_id, "Just do it.");
      }
      return reply;
    },
    async judged(agent) {
      const { conversation_id } = await given.specified(agent);
      return await as("scout").taskCompleted({ conversation_id, task_result: RESULT });
    },
  };
  return given;
}
