import { denialIn } from "../corrections/denials.ts";
import { linesMeant } from "../corrections/take-out.ts";
import { findSlots } from "../specification/find-slots.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { namedFact } from "../values/named-detail.ts";
import { isSingle, isTopicOf } from "./named-lines.ts";

/** What is assumed, until the person tells otherwise. */
export interface Assumed {
  /** A clause may tell a detail that was assumed, or refuse it. */
  readonly hear: (clause: string) => void;
  /** Whether the words want an assumption to go. */
  readonly takeOut: (clause: string) => boolean;
  readonly gone: () => readonly string[];
}

interface Line {
  readonly topic: string;
  readonly value: string;
  /** Both, as it is shown. */
  readonly text: string;
}

const REFUSES =
  /(?<!\p{L})(?:no|not|don['’]?t|never|without|kein(?:e|en|er)?|nicht|ohne|sin|nada de|pas|sans|aucune?|non|niente|senza|nessun[oa]?|não|sem|nenhuma?|niet|geen|zonder|nie|bez|żadn\p{L}+)(?!\p{L})|不要|不用|没有|なし|いらない|いりません|不要です/iu;

/** Whether words refuse something, in the ten languages. */
export function refuses(text: string): boolean {
  return REFUSES.test(text);
}

/** Lines such as "Audience: executives". */
export function createAssumed(lines: readonly string[]): Assumed {
  const held = lines.map(lineOf);
  const gone = new Set<string>();
  const left = () => held.filter(({ topic }) => !gone.has(topic));
  const drop = (ones: readonly Line[]) => {
    for (const { topic } of ones) gone.add(topic);
    return ones.length > 0;
  };
  return {
    hear: (clause) => {
      drop(left().filter((line) => isToldIn(clause, line) || isRefusedIn(clause, line)));
    },
    takeOut: (clause) => drop(linesMeant(clause, left(), { newest: [], listed: [] })),
    gone: () => [...gone],
  };
}

function lineOf(text: string): Line {
  const at = Math.max(0, text.indexOf(":"));
  return { topic: text.slice(0, at).toLowerCase(), value: text.slice(at + 1).trim(), text };
}

function isToldIn(clause: string, { topic }: Line): boolean {
  const detail = denialIn(clause)?.detail ?? namedFact(clause)?.detail;
  if (detail !== undefined) return isTopicOf(topic, detail);
  return findSlots(clause).some(({ kind }) => isSingle(kind) && isTopicOf(topic, kind));
}

/** "No review by a lawyer", where one was assumed. */
function isRefusedIn(clause: string, { topic, value }: Line): boolean {
  if (!refuses(clause)) return false;
  const words = contentOf(clause);
  return [topic, value].some((text) => {
    const own = contentOf(text);
    return own.size > 0 && shareIn(own, words) === 1;
  });
}
