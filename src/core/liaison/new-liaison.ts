import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { MAX_TITLE_LENGTH } from "../../domain/liaison/task-specification.ts";
import type { AgentPrincipal, PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";
import { dueAfter, exchangeOf, type Words } from "../liaison-changes/speak.ts";

export interface NewLiaison {
  readonly id: ConversationId;
  readonly person: PersonPrincipal;
  readonly agent: AgentPrincipal;
  readonly worker: AgentPrincipal | undefined;
  readonly words: Words;
  readonly at: Timestamp;
}

/** A conversation with its first words, and a turn owed. */
export function newLiaison(ctx: Pick<Context, "ids">, given: NewLiaison): Liaison {
  const { id, person, agent, worker, words, at } = given;
  const place = { phase: "problem_definition", round: 1 } as const;
  return {
    id,
    workspace: person.workspace,
    person: person.id,
    personName: person.name,
    agent: agent.id,
    ...present({
      worker: worker === undefined ? undefined : { agent: worker.id, name: worker.name },
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
