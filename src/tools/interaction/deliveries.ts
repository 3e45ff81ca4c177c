import type { MessageId, RequestId } from "../../domain/id.ts";
import type { Envelope } from "../../ports/tool-door.ts";
import { broughtBy } from "./late-answers.ts";

/*
 * When an answer has arrived. That a result was written to its last byte does not say that its
 * client still listened: many give a call up without a word, and then the answer must come again.
 */

export type MailId = RequestId | MessageId;

/** No client is known to give a call up sooner. */
const SURE_MS = 5_000;
/** Whoever asks for an answer by its id knows the id, and can ask again. */
const ASKED_BY_ID = "await_response";
const MAX_SHOWN = 1_000;

export interface Deliveries {
  /**
   * Hears that a result was handed over, and gives what can be acknowledged by that: what came soon
   * or was asked for by its id, and what has been handed over before. The rest comes once more.
   */
  handedOver(
    envelope: Envelope,
    call: { readonly name: string; readonly beganMs: number },
  ): readonly MailId[];
}

/** Whether the result has brought anything that lies in a mailbox. */
export function bringsAny(envelope: Envelope): boolean {
  return broughtBy(envelope).length > 0 || ridingOn(envelope).length > 0;
}

/** The deliveries to one agent. */
export function createDeliveries({ now }: { readonly now: () => number }): Deliveries {
  const shown = new Set<string>();

  return {
    handedOver(envelope, { name, beganMs }) {
      const brought = broughtBy(envelope);
      const isSure = name === ASKED_BY_ID || now() - beganMs <= SURE_MS;
      const again = [...brought, ...ridingOn(envelope)].filter((id) => shown.has(id));
      const arrived = isSure ? [...new Set([...brought, ...again])] : again;
      for (const id of arrived) shown.delete(id);
      for (const id of brought) if (!arrived.includes(id) && shown.size < MAX_SHOWN) shown.add(id);
      return arrived as MailId[];
    },
  };
}

function ridingOn({ data }: Envelope): string[] {
  const riding = (data["late_answers"] ?? []) as unknown as readonly { readonly id: string }[];
  return riding.map(({ id }) => id);
}
