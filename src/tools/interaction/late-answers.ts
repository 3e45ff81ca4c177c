import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Envelope } from "../../ports/earshot/tool-door.ts";
import { idsOf, MAX_READ, mailEntries } from "./mail-entries.ts";

const MAX_SHOWN = 5;
const CHECK_MESSAGES = "check_messages";
const CLOSED = new Set([
  "answered",
  "approved",
  "over",
  "rejected",
  "responded",
  "expired",
  "cancelled",
  "abandoned",
  "assumed",
]);

type Data = Readonly<Record<string, unknown>>;

/** The closed requests that a result already reports. */
export function broughtBy({ status, data }: Envelope): RequestId[] {
  const { request_id, responses } = data as Data;
  const own = CLOSED.has(status) && typeof request_id === "string" ? [request_id as RequestId] : [];
  const more = Array.isArray(responses) ? (responses as Envelope[]).flatMap(broughtBy) : [];
  return [...own, ...more];
}

/**
 * Adds what the agent has not acknowledged to a result, except for what the result itself reports.
 * A mailbox that cannot be read now costs nobody their result.
 */
export async function withLateAnswers(
  envelope: Envelope,
  { caller, earshot }: { caller: Caller; earshot: Pick<Earshot, "mailbox"> },
): Promise<Envelope> {
  if (caller.principal.kind !== "agent" || envelope.action === CHECK_MESSAGES) return envelope;
  const brought: readonly string[] = broughtBy(envelope);
  const isBrought = (id: string) => brought.includes(id);
  const mailbox = await earshot
    .mailbox({ limit: MAX_READ, order: "newest" })
    .catch(() => undefined);
  const others = (mailbox?.items ?? []).filter(({ id }) => !isBrought(id));
  // The newest of all, in the order in which they came.
  const late = mailEntries(others.toReversed()).slice(-MAX_SHOWN);
  if (mailbox === undefined || late.length === 0) return envelope;
  const known = mailbox.items.filter(({ id }) => isBrought(id)).length;
  const more = {
    late_answers: late,
    unread: mailbox.unread - known,
    acknowledge: {
      tool: CHECK_MESSAGES,
      arguments: { ack_ids: late.flatMap(idsOf) },
      guidance:
        "People have said this to you before. Take it in, then acknowledge it; until then it comes again.",
    },
  };
  // Plain JSON: everything in it is text, numbers, lists and objects.
  return { ...envelope, data: { ...envelope.data, ...more } as Envelope["data"] };
}
