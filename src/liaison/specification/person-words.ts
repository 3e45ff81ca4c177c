import type { MessageId } from "../../domain/id.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { spokenIn } from "../phrases/spoken.ts";
import type { Place } from "../text/clause-act.ts";
import { withoutHearsay } from "../text/hearsay.ts";
import { MAX_READ_LENGTH } from "../text/limits.ts";
import type { Material } from "../text/material.ts";
import { readMessage } from "../text/read-message.ts";

/** What a person said in one exchange. */
export interface PersonWords {
  /** Their will, without manners and without who else says so. */
  readonly text: string;
  readonly material: readonly Material[];
  readonly source: MessageId;
  /** Its number among all exchanges. */
  readonly index: number;
  /** The assistant's exchange before it, and its index; -1 if there is none. */
  readonly asking: MessageId | undefined;
  readonly askedAt: number;
  /** Nobody has replied to it yet. */
  readonly isNewest: boolean;
  /** Where it stands in the conversation. */
  readonly place: Place;
}

/** The person's words, oldest first; if there are too many, the first exchange and the newest. */
export function personWords(exchanges: readonly Exchange[]): readonly PersonWords[] {
  const said: PersonWords[] = [];
  let askedAt = -1;
  for (const [index, { role, content, id, phase }] of exchanges.entries()) {
    if (role === "assistant") askedAt = index;
    else {
      const { will, material } = readMessage(content);
      said.push({
        text: withoutHearsay(will, spokenIn(will)),
        material,
        source: id,
        index,
        askedAt,
        isNewest: false,
        place: askedAt === -1 ? "opening" : phase === "problem_definition" ? "asked" : "shown",
        asking: exchanges[askedAt]?.id,
      });
    }
  }
  const newest = said.map((words) => ({ ...words, isNewest: words.index > askedAt }));
  return withinLimit(newest);
}

function withinLimit(said: readonly PersonWords[]): readonly PersonWords[] {
  let left = MAX_READ_LENGTH - (said[0]?.text.length ?? 0);
  let from = said.length;
  while (from > 1 && left >= (said[from - 1]?.text.length ?? 0)) {
    from -= 1;
    left -= said[from]?.text.length ?? 0;
  }
  return [...said.slice(0, 1), ...said.slice(Math.max(1, from))];
}
