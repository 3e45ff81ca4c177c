import { EarshotError } from "../../domain/errors.ts";
import type { MessageId, PrincipalId, RequestId } from "../../domain/id.ts";
import {
  type Attachment,
  type Exchange,
  type Liaison,
  MAX_EXCHANGES,
  MAX_LIAISON_BYTES,
  SHORT_EXCHANGES,
  SHORT_WORDS_BYTES,
} from "../../domain/liaison/liaison.ts";
import { moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import { present } from "../../domain/present.ts";
import type { Surface } from "../../domain/surface.ts";
import { utf8Length } from "../../domain/text.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { liaisonChange } from "./liaison-change.ts";

/** The node that took the words has this long to make the turn, before another node does. */
const GRACE_MS = 5_000;

export interface Words {
  readonly id: MessageId;
  readonly content: string;
  readonly via: Surface;
  /** The question that they answer. */
  readonly request?: RequestId;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly at: Timestamp;
  readonly actor: PrincipalId;
}

/** The writes when a person says something: their words, and that a turn is owed. */
export async function spoken(
  ctx: Context,
  liaison: Liaison,
  words: Words,
): Promise<Pick<Change, "writes" | "events">> {
  assertFits(liaison, words.content);
  const { at, actor } = words;
  const exchange = exchangeOf(liaison, words);
  const after = moveLiaison(liaison, { type: "say", exchange, dueAt: dueAfter(at) }, at);
  return await liaisonChange(ctx, { before: liaison, after, at, actor });
}

export function exchangeOf(
  { phase, round }: Pick<Liaison, "phase" | "round">,
  words: Words,
): Exchange {
  const { id, content, via, request, attachments, at } = words;
  return {
    id,
    role: "human",
    content,
    timestamp: at,
    phase,
    round,
    via,
    ...present({ request, attachments }),
  };
}

export function dueAfter(at: Timestamp): Timestamp {
  return toTimestamp(toMs(at) + GRACE_MS);
}

function assertFits({ id, exchanges }: Liaison, content: string): void {
  const said = exchanges.reduce((sum, one) => sum + utf8Length(one.content), 0);
  const bytes = said + utf8Length(content);
  if (exchanges.length < MAX_EXCHANGES && bytes <= MAX_LIAISON_BYTES) return;
  // Nobody is left in a conversation that they can neither end nor judge.
  const isShort = utf8Length(content) <= SHORT_WORDS_BYTES;
  if (isShort && exchanges.length < MAX_EXCHANGES + SHORT_EXCHANGES) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The conversation ${id} is full: it holds ${MAX_EXCHANGES} exchanges or ${MAX_LIAISON_BYTES / 1_048_576} MiB. It still takes short words, at most ${SHORT_WORDS_BYTES} bytes: that you accept or reject the result, what to change, or that you no longer want it. Begin another conversation for the rest.`,
    { details: { id, exchanges: exchanges.length } },
  );
}
