import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { graphOfLiaison } from "../../domain/liaison/liaison-graph.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { taskTitle } from "../../domain/requests/matter.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { BeginConversationInput, LiaisonReply } from "../../ports/earshot/liaison.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { liaisonAgent } from "../callers/liaison-agent.ts";
import { asSpeaker } from "../liaison-changes/liaison-access.ts";
import { graphWrites } from "../liaison-changes/liaison-change.ts";
import { agentNamed } from "../sessions/access.ts";
import { newLiaison } from "./new-liaison.ts";
import { replyAfter } from "./reply-after.ts";

/** Begins a conversation with the caller's own words; returns once the liaison has replied. */
export async function beginConversation(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<BeginConversationInput>,
): Promise<LiaisonReply> {
  const person = asSpeaker(caller);
  assertOwnName(person, input.user_id);
  checkNotBlank(input.initial_message, "message");
  checkText(input.initial_message, "message");
  const { workspace } = person;
  const agent = await liaisonAgent(ctx, workspace);
  const worker = input.agent === undefined ? undefined : await agentNamed(ctx, caller, input.agent);
  const at = nowOf(ctx);
  const from = actorOf(caller, options?.via);
  const words = {
    id: ctx.ids.next("msg"),
    content: input.initial_message,
    via: from.via,
    at,
    actor: person.id,
  };
  const id = ctx.ids.next("cnv");
  const liaison = newLiaison(ctx, { id, person, agent, worker, words, at });
  const call = { caller, operation: "beginConversation", input, options };
  const change = beginning(ctx, liaison, person);
  const { result } = await commitOnce(ctx, call, { result: id, change });
  return await replyAfter(ctx, { workspace, id: result as ConversationId });
}

function beginning(ctx: Context, liaison: Liaison, { id: actor, name }: PersonPrincipal): Change {
  const { id, workspace, agent, createdAt: at, exchanges, salt, worker } = liaison;
  const [first] = exchanges;
  const text = first?.content ?? "";
  // None of the person's words: the title stays when what was said is erased.
  const conversation = { id, workspace, agent, title: taskTitle(name), createdAt: at };
  const message = {
    id: first?.id ?? ctx.ids.next("msg"),
    workspace,
    conversation: id,
    text,
    from: { principal: actor, name, via: first?.via ?? "library" },
    salt: ctx.ids.salt(),
    createdAt: at,
  } as const;
  const about = { subject: id, agent: worker?.agent ?? agent };
  return {
    workspace,
    writes: [
      { type: "conversation.insert", conversation },
      { type: "message.insert", message },
      { type: "liaison.insert", liaison },
      ...graphWrites(graphOfLiaison(liaison)),
    ],
    events: [
      { type: "conversation.created", at, actor, subject: id, agent },
      {
        type: "liaison.begun",
        at,
        actor,
        ...about,
        data: {
          digest: ctx.digest.content(salt, text),
          message: message.id,
          via: message.from.via,
        },
      },
    ],
  };
}

/** Nobody may begin a conversation in another person's name. */
function assertOwnName({ name }: PersonPrincipal, named = "default"): void {
  if (named === "default" || named === name) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `This key is ${name}'s, and user_id names ${JSON.stringify(named)}. Leave user_id out, or use the key of that person.`,
    { details: { user_id: named, reason: "not_their_words" } },
  );
}
