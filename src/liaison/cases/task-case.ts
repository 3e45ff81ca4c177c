import { present } from "../../domain/present.ts";
import { SLOT_KINDS, type SlotKind } from "./slot-kind.ts";

/** A detail that a kind of task usually needs. */
export interface CaseSlot {
  readonly topic: string;
  readonly kind: SlotKind;
  /** 0 to 1. */
  readonly importance: number;
  readonly question: string;
  readonly options: readonly string[];
  /** What is assumed where nobody says. */
  readonly default?: string;
}

/** A kind of task that agents are given, and what has to be known to do it well. */
export interface TaskCase {
  readonly name: string;
  /** Words and phrases that tell it. */
  readonly cues: readonly string[];
  readonly capabilities: readonly string[];
  readonly slots: readonly CaseSlot[];
}

interface CaseText {
  readonly name: string;
  /** Divided by commas. */
  readonly cues: string;
  readonly capabilities: string;
  /** A line each: `topic (kind) importance | question | option / option* `, the default with a star. */
  readonly slots: string;
}

const LINE = /^(.+?) \((\w+)\) ([\d.]+) \| (.+?)(?: \| (.+))?$/;

export function defineCase(text: CaseText): TaskCase {
  return {
    name: text.name,
    cues: partsOf(text.cues, ","),
    capabilities: partsOf(text.capabilities, ","),
    slots: partsOf(text.slots, "\n").map(readSlot),
  };
}

function readSlot(line: string): CaseSlot {
  const [, topic = "", kind = "", importance = "", question = "", options = ""] =
    LINE.exec(line) ?? [];
  const known = SLOT_KINDS.find((name) => name === kind);
  if (known === undefined) throw new TypeError(`This is no line of a case: ${line}`);
  const listed = partsOf(options, " / ");
  const assumed = listed.find((option) => option.endsWith("*"))?.slice(0, -1);
  return {
    topic,
    kind: known,
    importance: Number(importance),
    question,
    options: listed.map((option) => option.replace(/\*$/, "")),
    ...present({ default: assumed }),
  };
}

function partsOf(text: string, by: string): readonly string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
