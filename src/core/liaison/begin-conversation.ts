import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { graphOfLiaison } from "../../domain/liaison/liaison-graph.ts";
import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import { committedExchange } from "../../domain/log/committed.ts";
import type { AgentPrincipal, Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { taskTitle } from "../../domain/requests/matter.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { BeginConversationInput, LiaisonReply } from "../../ports/earshot/liaison.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { liaisonAgent } from "../callers/liaison-agent.ts";
import { asSpeaker, assertWithinToken } from "../liaison-changes/liaison-access.ts";
import { graphWrites } from "../liaison-changes/liaison-change.ts";
import { dueAfter, exchangeOf, type Words } from "../liaison-changes/speak.ts";
import { agentNamed } from "../sessions/access.ts";
import { attached, received } from "./attached.ts";
import { replyAfter } from "./reply-after.ts";

/** Begins a conversation with the caller's own words; returns once the liaison has replied. */
export async function beginConversation(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<BeginConversationInput>,
): Promise<LiaisonReply> {
  const person = asSpeaker(caller);
  assertWithinToken(caller);
  assertOwnName(caller, person, input.user_id);
  const { words: content, pieces } = received(input.initial_message, input.attachments);
  const { workspace } = person;
  const agent = await liaisonAgent(ctx, workspace);
  const worker = input.agent === undefined ? undefined : await agentNamed(ctx, caller, input.agent);
  const at = nowOf(ctx);
  const from = actorOf(caller, options?.via);
  const id = ctx.ids.next("cnv");
  const { writes, attachments } = await attached(ctx, { workspace, owner: id, at }, pieces);
  const words = {
    id: ctx.ids.next("msg"),
    content,
    via: from.via,
    attachments,
    at,
    actor: person.id,
  };
  const { endUser } = caller;
  const liaison = newLiaison(ctx, { id, person, agent, worker, words, at, endUser });
  const call = { caller, operation: "beginConversation", input, options };
  const begun = beginning(ctx, liaison, person);
  const change = { ...begun, writes: [...begun.writes, ...writes] };
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
          digest: ctx.digest.content(salt, first === undefined ? text : committedExchange(first)),
          message: message.id,
          via: message.from.via,
        },
      },
    ],
  };
}

/** Nobody may begin a conversation in another person's name. */
function assertOwnName(
  { endUser }: Caller,
  { name }: PersonPrincipal,
  named: string | undefined,
): void {
  if (named === undefined || [name, endUser?.userId ?? "default"].includes(named)) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `This key is ${name}'s, and user_id names ${JSON.stringify(named)}. Leave user_id out, or use the key of that person.`,
    { details: { user_id: named, reason: "not_their_words" } },
  );
}

interface NewLiaison {
  readonly id: ConversationId;
  readonly person: PersonPrincipal;
  readonly agent: AgentPrincipal;
  readonly worker: AgentPrincipal | undefined;
  readonly words: Words;
  readonly at: Timestamp;
  readonly endUser: Caller["endUser"];
}

/** A conversation with its first words, and a turn owed. */
function newLiaison(ctx: Pick<Context, "ids">, given: NewLiaison): Liaison {
  const { id, person, agent, worker, words, at, endUser } = given;
  const place = { phase: "problem_definition", round: 1 } as const;
  return {
    id,
    workspace: person.workspace,
    person: person.id,
    personName: person.name,
    agent: agent.id,
    ...present({
      worker: worker === undefined ? undefined : { agent: worker.id, name: worker.name },
      service: endUser?.service,
    }),
    title: titleOf(words.content),
    ...place,
    exchanges: [exchangeOf(place, words)],
    phase_transitions: [{ to: place.phase, at, reason: "the person began it", round: 1 }],
    confidence_history: [],
    clarifications: [],
    specifications: [],
    published: 0,
    outcomes: [],
    progress: [],
    results: [],
    feedback: [],
    turnsAsked: 0,
    replied: 0,
    dueAt: dueAfter(at),
    salt: ctx.ids.salt(),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** Used until the task has a title of its own. */
function titleOf(words: string): string {
  const line = words.trim().split("\n")[0] ?? "";
  const characters = [...line];
  return characters.length <= MAX_TITLE_LENGTH
    ? line
    : `${characters.slice(0, MAX_TITLE_LENGTH - 1).join("")}…`;
}
