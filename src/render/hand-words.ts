import type { Handed } from "../domain/authority/authorization.ts";
import { shownText } from "./shown-json.ts";

/** Whose hand it was if not the person's own, after their name; empty otherwise. */
export function handWords({ hand, madeBy }: Handed): string {
  if (hand === undefined) return "";
  const maker = madeBy === undefined ? "somebody else" : shownText(madeBy.name);
  return hand === "unattended" ? ", by a key for scripts" : `, by a key that ${maker} made`;
}
