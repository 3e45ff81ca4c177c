import { type Liaison, taskIdOf } from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";
import { say } from "./messages/messages.ts";

/** A version of what was derived, with the version before it of the same task. */
export interface Version {
  readonly label: string;
  readonly specification: TaskSpecification;
  readonly former?: TaskSpecification;
  /** Workers follow it. */
  readonly isPublished: boolean;
}

/** All versions of all tasks of a conversation, the newest first. */
export function versionsOf(liaison: Liaison): readonly Version[] {
  const { specifications, published } = liaison;
  const tasks = [...new Set(specifications.map(({ id }) => id))];
  const current = taskIdOf(liaison);
  return specifications
    .map((specification, index): Version => {
      const { id, version } = specification;
      const former = specifications.slice(0, index).findLast((one) => one.id === id);
      const isPublished = id === current && version === published;
      const task = tasks.length > 1 ? tasks.indexOf(id) + 1 : undefined;
      return {
        label: labelOf({ task, version, isPublished }),
        specification,
        ...present({ former }),
        isPublished,
      };
    })
    .toReversed();
}

interface Labelled {
  /** Its number; absent where there is one task alone. */
  readonly task: number | undefined;
  readonly version: number;
  readonly isPublished: boolean;
}

function labelOf({ task, version, isPublished }: Labelled): string {
  if (task === undefined) {
    return say(isPublished ? "version-of.published" : "version-of", { version });
  }
  return say(isPublished ? "version-of.task-published" : "version-of.task", { task, version });
}
