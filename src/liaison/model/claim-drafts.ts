import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { SpecificationContext } from "../../domain/liaison/task-specification.ts";
import type { Evidence } from "./evidence.ts";
import { readList, readParts, readText, readTexts } from "./read-parts.ts";

const MAX_CLAIMS = 20;
const MAX_LENGTH = 400;
const CONTEXT_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const CAPABILITY = /^[\p{L}\p{N}][\p{L}\p{N} _./+-]{0,59}$/u;
/** A contradiction needs two quotes. */
const LEAST_QUOTES = 2;

/**
 * Texts that each rest on a quote: in the model's words if they hold, otherwise in the person's.
 */
export function readClaims(value: unknown, evidence: Evidence): readonly string[] {
  const claims = readList(value, MAX_CLAIMS, (element) => {
    const parts = readParts(element);
    return readClaim(parts["text"], parts["quote"], evidence);
  });
  return [...new Set(claims)];
}

/** One claim with its quote; undefined if the person did not say it. */
function readClaim(text: unknown, quote: unknown, evidence: Evidence): string | undefined {
  const found = evidence.find(readText(quote, MAX_LENGTH));
  if (found === undefined) return undefined;
  return readText(evidence.wordsFor(readText(text, MAX_LENGTH), found), MAX_LENGTH) || undefined;
}

export function readContext(value: unknown, evidence: Evidence): SpecificationContext {
  const entries = readList(value, MAX_CLAIMS, (element): [string, string] | undefined => {
    const parts = readParts(element);
    const name = readText(parts["name"], MAX_LENGTH)
      .toLowerCase()
      .replace(/[\s-]+/gu, "_");
    const said = readClaim(parts["value"], parts["quote"], evidence);
    return said !== undefined && CONTEXT_NAME.test(name) ? [name, said] : undefined;
  });
  return Object.fromEntries(entries);
}

export function readContradictions(value: unknown, evidence: Evidence): readonly string[] {
  return readList(value, MAX_CLAIMS, (element) => {
    const parts = readParts(element);
    const quotes = readTexts(parts["quotes"], MAX_CLAIMS, MAX_LENGTH);
    const found = quotes.flatMap((quote) => evidence.find(quote) ?? []);
    const text = readText(parts["text"], MAX_LENGTH);
    return found.length < LEAST_QUOTES || text === "" ? undefined : text;
  });
}

export function readCapabilities(value: unknown): readonly string[] {
  return readTexts(value, MAX_CLAIMS, MAX_LENGTH).filter((name) => CAPABILITY.test(name));
}

type Answered = Pick<Clarification, "topic" | "status" | "answer">;

/** Which of the open topics the person's words answer, by an option or in their own words. */
export function readAnswered(
  value: unknown,
  open: readonly Clarification[],
  evidence: Evidence,
): readonly Answered[] {
  const answered = readList(value, MAX_CLAIMS, (element): Answered | undefined => {
    const parts = readParts(element);
    const topic = readText(parts["topic"], MAX_LENGTH).toLowerCase();
    const asked = open.find((other) => other.topic.toLowerCase() === topic);
    const found = evidence.find(readText(parts["quote"], MAX_LENGTH));
    if (asked === undefined || found === undefined) return undefined;
    if (parts["status"] === "left_to_us") return { topic: asked.topic, status: "left_to_us" };
    const answer = readText(parts["answer"], MAX_LENGTH);
    const option = asked.options.find((label) => label.toLowerCase() === answer.toLowerCase());
    return {
      topic: asked.topic,
      status: "answered",
      answer: option ?? evidence.wordsFor(answer, found),
    };
  });
  return answered.filter(
    ({ topic }, index) => answered.findIndex((other) => other.topic === topic) === index,
  );
}
