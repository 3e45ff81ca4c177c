import { readFileSync } from "node:fs";
import type { AspectQuery, Span } from "../../src/liaison/learned/aspect-context.ts";

/** An aspect of a sentence with its label: 0 is negative, 1 neutral, 2 positive. */
export interface LabelledAspect extends AspectQuery {
  readonly others: readonly Span[];
  readonly label: number;
  /** Counts the sentences of the file from 0. */
  readonly sentence: number;
}

const LABELS = ["negative", "neutral", "positive"];
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

function decode(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function readAttribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

/** Reads sentences whose aspect terms carry offsets and a polarity, as SemEval's XML has them. */
export function readAspects(path: string): LabelledAspect[] {
  const sentences = readFileSync(path, "utf8").split("<sentence>").slice(1);
  return sentences.flatMap((part, sentence) => {
    const text = decode(/<text>([^<]*)<\/text>/.exec(part)?.[1] ?? "");
    const tags = part.match(/<aspectTerm [^>]*>/g) ?? [];
    const spans = tags.map((tag) => ({
      from: Number(readAttribute(tag, "from")),
      to: Number(readAttribute(tag, "to")),
    }));
    return spans.map((span, index) => ({
      text,
      sentence,
      from: span.from,
      to: span.to,
      others: spans.filter((other) => other !== span),
      label: LABELS.indexOf(readAttribute(tags[index] ?? "", "polarity")),
    }));
  });
}
