import type { EventData } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { Surface } from "../../domain/surface.ts";

/** What somebody wanted to do when they had to prove who they are. */
export interface TriedProof {
  /** The operation, as the table of routes names it. */
  readonly does: string;
  /** Of the action that they wanted to approve. */
  readonly digest?: string;
  /** The page if absent: passkeys are used nowhere else. */
  readonly via?: Surface | undefined;
}

/** The same as the log tells it with a refusal. */
export function factsOfTried({ does, digest, via = "inbox" }: TriedProof): EventData {
  return { ...present({ digest }), via, kind: does };
}
