import type { Write } from "../../ports/store/store.ts";

const ERASING: readonly Write["type"][] = [
  "request.erase",
  "message.erase",
  "session.erase",
  "graph.drop",
  "retention.drop",
  "words.put",
  "words.drop",
];

/** Whether something goes that is to stand nowhere any more. */
export function isErasing(write: Write): boolean {
  if (write.type === "liaison.put") return write.liaison.erasedAt !== undefined;
  return ERASING.includes(write.type);
}
