import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { addressText } from "./delivery-line.ts";
import { heldWords } from "./held-words.ts";

const LABEL_WIDTH = 10;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Everything known about a delivery, one line each. */
export function deliveryDetails(delivery: ShownDelivery): readonly string[] {
  const { id, status, item, address, part, attempts, heldFor, dueAt, error, post } = delivery;
  const { createdAt, behind } = delivery;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["delivery", id],
    ["status", status],
    ["of", item],
    ["part", part && `${part.index} of ${part.of}`],
    ["to", addressText(address, NO_LIMIT)],
    ["operator", delivery.operator],
    ["agent", delivery.agent],
    ["attempts", `${attempts}${delivery.isResent === true ? ", may stand there twice" : ""}`],
    ["next", delivery.job && `${delivery.job}, ${dueAt ?? "at once"}`],
    ["held", heldFor && heldWords({ heldFor, at: dueAt ?? createdAt })],
    ["behind", behind],
    ["error", error && `${error.code.replace("_", " ")}: ${error.message}`],
    ["posted as", post?.ids.join(", ")],
    ["digest", delivery.digest],
    ["created", createdAt],
    ["sent", delivery.sentAt],
    ["seen", delivery.seenAt],
  ];
  return facts.flatMap(([label, value]) =>
    value === undefined
      ? []
      : [`${label.padEnd(LABEL_WIDTH)} ${visibleText(value, { keepLines: false })}`],
  );
}
