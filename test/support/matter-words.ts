import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { graphOfLiaison } from "../../src/domain/liaison/liaison-graph.ts";
import type { EventDraft } from "../../src/domain/log/event.ts";
import type { AgentPrincipal, PersonPrincipal } from "../../src/domain/people/principal.ts";
import type { Session } from "../../src/domain/sessions/session.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type {
  ErasedMatter,
  EraseMatterInput,
  FoundWords,
} from "../../src/ports/earshot/erasure.ts";
import type { Change } from "../../src/ports/store/store.ts";
import { digest } from "../../src/system/digest.ts";
import { aSession } from "../../src/testing/builders.ts";
import { A_POST, aDelivery } from "../../src/testing/delivery-values.ts";
import { aToldLiaison } from "../../src/testing/liaison-values.ts";

/* Words that name somebody, in every place of a record where people and agents put words. */

/** Names nobody, but is erased with what does: the task of a session, and words to the liaison. */
const TASK_BESIDE = "Find out what there is to know.";
const SAID_BESIDE = "There is nothing new of that.";
export const BESIDE = [TASK_BESIDE, SAID_BESIDE] as const;

export interface MatterCast {
  readonly ctx: Context;
  readonly agent: Earshot;
  readonly owner: Earshot;
  readonly scout: AgentPrincipal;
}

export function matterCast(
  ctx: Context,
  { scout, ana }: { readonly scout: AgentPrincipal; readonly ana: PersonPrincipal },
): MatterCast {
  return {
    ctx,
    scout,
    agent: createEarshot(ctx, callerWithAllRights(scout)),
    owner: createEarshot(ctx, callerWithAllRights(ana)),
  };
}

/** All parts of it, as `earshot erase` goes through them. */
export async function goThroughMatter(
  owner: Pick<Earshot, "eraseMatter">,
  input: EraseMatterInput,
): Promise<ErasedMatter> {
  let part = await owner.eraseMatter(input);
  const every: FoundWords[] = [...part.found];
  while (part.next !== undefined) {
    part = await owner.eraseMatter({ ...input, after: part.next });
    every.push(...part.found);
  }
  return { ...part, found: every };
}

export async function plantWords(cast: MatterCast, word: string): Promise<void> {
  await closedRequests(cast, word);
  await saidAndKept(cast, word);
  await workedOn(cast, word);
  await askedOnTheWay(cast, word);
}

async function closedRequests({ agent, owner }: MatterCast, word: string): Promise<void> {
  const asked = await agent.ask({ text: `Where is ${word}?`, context: `The case of\n"${word}"` });
  await owner.answer({ id: asked.request.id, answer: { text: `${word} is at home.` } });
  const other = await agent.ask({ text: "Who is it?" });
  await owner.answer({ id: other.request.id, answer: { text: `It is ${word}.` } });
  await owner
    .answer({ id: other.request.id, answer: { text: `Late: ${word}.` } })
    .catch(() => undefined);
  const taken = await agent.ask({ text: "Never mind" });
  await agent.cancel({ id: taken.request.id, reason: `${word} has called.` });
  const sought = await agent.authorize({
    tool: "mail",
    args: { to: { name: word } },
    reason: `${word} waits.`,
    holdMs: 0,
  });
  await owner.reject({ id: sought.request.id, reason: `Not to ${word}.` });
}

async function saidAndKept({ agent, owner, scout }: MatterCast, word: string): Promise<void> {
  const idempotencyKey = `seen-${encodeURIComponent(word)}`;
  await agent.tell({ text: `I have seen ${word}.` }, { idempotencyKey });
  await owner.tell({ text: `Tell me of ${word}.`, agent: scout.name });
  await agent.startConversation({ title: `The case of ${word}` });
  await agent.writeMemory({ key: "note", value: `first ${word}` });
  await agent.writeMemory({ key: "note", value: "newest" });
  await agent.writeMemory({ key: "gone", value: `of ${word}` });
  await agent.deleteMemory({ key: "gone" });
  await agent.writeMemory({ key: "newest", value: `now ${word}` });
  await agent.writeMemory({
    key: `case/${word.normalize("NFKC").toLowerCase()}`,
    value: "somebody",
  });
  const given = await owner.permit({
    scope: "pattern",
    agent: scout.name,
    tool: "mail*",
    args: { "/to": { equals: word } },
  });
  await owner.revokePermission({ id: given.id });
}

/** What only hosts and channels write. */
async function workedOn({ ctx, agent, scout }: MatterCast, word: string): Promise<void> {
  const { workspace } = scout;
  const at = ctx.clock.now();
  const now = new Date(at).toISOString();
  const session = aSession({
    id: ctx.ids.next("ses"),
    agent: scout.id,
    task: `Look for ${word}.`,
    salt: "c2FsdA",
    status: "completed",
    createdAt: now,
    endedAt: now,
    from: word,
  });
  const other = aSession({
    id: ctx.ids.next("ses"),
    agent: scout.id,
    task: "Look.",
    status: "completed",
    createdAt: now,
    endedAt: now,
  });
  const { id: conversation } = await agent.startConversation({ title: "With the liaison" });
  const told = await agent.tell({ text: SAID_BESIDE, conversation });
  const liaison = aToldLiaison({
    id: conversation,
    version: 1,
    title: `What of ${word}?`,
    workspace,
    exchanges: [],
    progress: [],
    results: [],
    feedback: [],
    specifications: [],
  });
  // Only what is attached to it names them.
  const beside = aToldLiaison({
    ...liaison,
    id: (await agent.startConversation({ title: "With the liaison, too" })).id,
    title: "What of it?",
  });
  const bytes = Buffer.from(`A log.\n${word} was here.\n`);
  await written(ctx, {
    workspace,
    writes: [
      { type: "session.insert", session },
      { type: "session.insert", session: other },
      { type: "liaison.insert", liaison: beside },
      {
        type: "content.put",
        content: {
          workspace,
          owner: beside.id,
          digest: digest.bytes(bytes),
          size: bytes.length,
          mediaType: "text/plain",
          name: "log.txt",
          createdAt: now,
          bytes,
        },
      },
      {
        type: "entry.insert",
        entry: {
          workspace,
          session: other.id,
          seq: 1,
          at: now,
          epoch: 1,
          body: {
            kind: "reply",
            text: "",
            calls: [{ id: "c1", name: "mail", args: { say: `"${word}"` } }],
          },
        },
      },
      {
        type: "outbox.insert",
        delivery: (() => {
          const { job: _job, dueAt: _due, ...base } = aDelivery({ nonce: ctx.ids.next("dlv") });
          return {
            ...base,
            id: ctx.ids.next("dlv"),
            workspace,
            agent: scout.id,
            item: told.id,
            status: "failed" as const,
            text: `Of ${word}`,
            post: A_POST,
            createdAt: now,
            error: { code: "refused" as const, message: `${word} is not in this chat` },
          };
        })(),
      },
      { type: "liaison.insert", liaison },
      { type: "graph.put", graph: graphOfLiaison(liaison) },
    ],
    events: [
      ...logged(ctx, session),
      ...logged(ctx, other),
      ...[liaison, beside].flatMap(({ id: subject, phase: kind }) => [
        { type: "liaison.begun", at: now, subject, agent: scout.id } as const,
        { type: "liaison.moved", at: now, subject, data: { kind } } as const,
      ]),
    ],
  });
}

/**
 * A session that does not name them has asked about them; its words are erased with the request.
 */
async function askedOnTheWay({ ctx, agent, owner, scout }: MatterCast, word: string) {
  const { workspace } = scout;
  const now = new Date(ctx.clock.now()).toISOString();
  const { request } = await agent.ask({ text: `And what of ${word}?` });
  await owner.answer({ id: request.id, answer: { text: "Nothing." } });
  const session = aSession({
    id: ctx.ids.next("ses"),
    agent: scout.id,
    task: TASK_BESIDE,
    status: "paused",
    createdAt: now,
    endedAt: now,
    salt: "c2FsdA",
    waitsFor: { request: request.id, kind: "question", call: "c1" },
  });
  await written(ctx, {
    workspace,
    writes: [{ type: "session.insert", session }],
    events: logged(ctx, session),
  });
}

function logged(ctx: Context, one: Session): readonly EventDraft[] {
  const { agent, id: subject, createdAt: at } = one;
  const digest = ctx.digest.content(one.salt, one.task);
  const ended = one.status === "paused" ? "session.paused" : "session.completed";
  return [
    { type: "session.created", at, subject, agent, data: { kind: one.cause, digest } },
    { type: ended, at, subject, agent },
  ];
}

async function written(ctx: Context, change: Change): Promise<void> {
  const done = await ctx.commit(change);
  if (done.outcome !== "committed") throw new Error(`It was not written: ${done.outcome}`);
}
