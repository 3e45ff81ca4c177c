import { derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import { openClarifications } from "../../domain/liaison/liaison-machine.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import { oneLine } from "../../render/visible-text.ts";
import { momentLines } from "./moment-lines.ts";
import { inertText, labelledLines, type Page } from "./said-lines.ts";
import { changeLines, confidenceText, specificationLines } from "./specification-lines.ts";
import { storyOf } from "./story.ts";

const NAME_WIDTH = 40;

/** A whole conversation: its story, every version of its specification, what is open. */
export function wholeLines(liaison: Liaison, page: Page): string[] {
  const person = inertText(oneLine(liaison.personName, NAME_WIDTH));
  const shown = { ...page, isLive: false, personSign: `[${person}]: ` };
  return [
    ...headLines(liaison, page),
    "",
    ...storyOf(liaison).flatMap((moment) => momentLines(moment, liaison, shown)),
    ...versionLines(liaison, page),
    ...openLines(liaison, page),
  ];
}

function headLines(liaison: Liaison, page: Page): string[] {
  const { id, phase, round, personName, worker, title, createdAt, erasedAt } = liaison;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["title", title],
    ["person", oneLine(personName, NAME_WIDTH)],
    ["worker", worker && oneLine(worker.name, NAME_WIDTH)],
    ["begun", createdAt],
    ["erased", erasedAt],
  ];
  return [
    `${page.style.bold(id)}  ${phase}, round ${round}`,
    ...facts.flatMap(([label, text]) =>
      text === undefined ? [] : labelledLines({ label: label.padEnd(11), text }, page),
    ),
  ];
}

/** How the specification developed, including versions that were never published. */
function versionLines({ specifications }: Liaison, page: Page): string[] {
  if (specifications.length === 0) return [];
  return [
    "",
    page.style.bold("Versions of the specification"),
    ...specifications.flatMap((task, index) => {
      const former = specifications[index - 1];
      const isNext = former !== undefined && former.id === task.id;
      const label = `  ${task.version}  `;
      const text = `${inertText(task.title)}, confidence ${confidenceText(task.confidence)}`;
      return [
        ...labelledLines({ label, text }, page),
        ...(isNext ? changeLines(diffSpecifications(former, task), page) : []),
      ];
    }),
  ];
}

/** The current one while it is being defined: the story has the published ones. */
function openLines(liaison: Liaison, page: Page): string[] {
  const task = derivedTask(liaison);
  const open = openClarifications(liaison);
  if (liaison.phase !== "problem_definition" || task === undefined) return [];
  return [
    "",
    page.style.dim("As it stands, not published:"),
    ...specificationLines(task, open, page),
  ];
}
