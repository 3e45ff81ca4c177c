import { type Liaison, taskIdOf } from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";

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
      const task = tasks.length > 1 ? `Task ${tasks.indexOf(id) + 1}, version` : "Version";
      return {
        label: `${task} ${version}${isPublished ? ", published" : ""}`,
        specification,
        ...present({ former }),
        isPublished,
      };
    })
    .toReversed();
}
