import type { MessageId } from "../../domain/id.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { SLOT_KINDS } from "../cases/slot-kind.ts";
import { nameIn } from "./asked-in.ts";
import { lineWords } from "./specification-words.ts";
import type { Wording } from "./wording.ts";

/** A line of the specification, as the person sees it. */
export interface ShownLine {
  readonly shown: string;
  /** As the engine wrote it. */
  readonly said: string;
  readonly kind: "told" | "assumed" | "value";
  /** Empty if it is not known which words it comes from. */
  readonly sources: readonly MessageId[];
}

/** What a question may be about: assumptions first, which nobody said. */
export function linesOf(
  wording: Wording,
  task: Omit<TaskSpecification, "id" | "version">,
): readonly ShownLine[] {
  const line = (
    said: string,
    kind: ShownLine["kind"],
    sources: readonly MessageId[] = [],
  ): ShownLine => ({ said, shown: lineWords(said, wording), kind, sources });
  return [
    ...task.assumptions.map((said) => line(said, "assumed")),
    ...task.requirements.map((one) => line(one.description, "told", one.extracted_from)),
    ...[...task.constraints, ...task.success_criteria].map((said) => line(said, "told")),
    ...valuesOf(wording, task.context),
  ];
}

function valuesOf(wording: Wording, context: TaskSpecification["context"]): readonly ShownLine[] {
  return SLOT_KINDS.flatMap((kind) => {
    const value = Object.hasOwn(context, kind) ? context[kind] : undefined;
    if (typeof value !== "string") return [];
    const shown = wording.say("line", { name: nameIn(wording, kind), value });
    return [{ shown, said: `${kind}: ${value}`, kind: "value" as const, sources: [] }];
  });
}
