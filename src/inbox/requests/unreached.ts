import type { InboxDetail } from "../../ports/earshot/inbox.ts";

/** Whether all ways to people have failed, and nobody has had one tried again since. */
export function isUnreached({ request, history }: InboxDetail): boolean {
  if (request.status !== "open") return false;
  const last = history.findLast(({ type }) => DECISIVE.has(type));
  return last?.type === "request.undeliverable";
}

const DECISIVE: ReadonlySet<string> = new Set(["request.undeliverable", "delivery.resent"]);
