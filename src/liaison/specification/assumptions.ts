import type { Clarification } from "../../domain/liaison/liaison.ts";
import { capitalised } from "../text/words.ts";

/** The assumptions that replace details the person left open, in words for them. */
export function assumptionsOf(
  clarifications: readonly Clarification[],
  takenOut: readonly string[] = [],
): readonly string[] {
  return clarifications.flatMap((clarification) => {
    const { status, topic, answer } = clarification;
    if (status !== "assumed" && status !== "left_to_us") return [];
    if (takenOut.includes(topic.toLowerCase())) return [];
    const taken = answer ?? clarification.default ?? "as whoever does the task sees fit";
    return [`${capitalised(topic)}: ${taken}`];
  });
}
