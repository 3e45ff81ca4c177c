import { importanceWord, type TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { nameIn } from "./asked-in.ts";
import { bullets, cut, paragraphs } from "./list.ts";
import type { Wording } from "./wording.ts";

type Specified = Omit<TaskSpecification, "id" | "version">;

const MOST_SHOWN = 25;
const MOST_CHARACTERS = 300;
/** A detail with its value: an answer. */
const FACT = /^(\p{Lu}[^:.!?]{1,60}): (\S.*)$/su;
/** What an engine writes where a detail was left to us. */
export const AS_SEEN_FIT = "as whoever does the task sees fit";

/** The specification as the person sees it: what was understood, and what that is based on. */
export function specificationWords(wording: Wording, task: Specified): string {
  const { say } = wording;
  const facts = (lines: readonly string[]) => lines.map((line) => lineWords(line, wording));
  return paragraphs(
    headWords(task, wording),
    part(say("part.requirements"), requirementLines(task, wording), wording),
    part(say("part.constraints"), facts(task.constraints), wording),
    part(say("part.criteria"), facts(task.success_criteria), wording),
    part(say("part.background"), facts(backgroundOf(task)), wording),
    part(say("part.assumptions"), facts(task.assumptions), wording),
  );
}

/** Who tells of their mother and the stairs sees that it was heard. */
function backgroundOf({ context }: Specified): readonly string[] {
  const { background } = context;
  return Array.isArray(background) ? background.filter((one) => typeof one === "string") : [];
}

/** The requirements say what the description says, and "Fix: Fix." would say it twice as well. */
function headWords({ title, description, requirements }: Specified, { say }: Wording): string {
  if (requirements.length > 0) return title;
  const bare = (text: string) => text.toLowerCase().replace(/[\s.!。]{0,20}$/, "");
  return bare(description).startsWith(bare(title))
    ? description
    : say("line", { name: title, value: description });
}

export function nextWords({ say }: Wording, worker: string | undefined): string {
  return worker === undefined ? say("next") : say("next.by", { worker });
}

/** What happens next, and how to change it. */
export function confirmWords(
  wording: Wording,
  task: Specified,
  worker: string | undefined,
): string {
  const { say } = wording;
  return paragraphs(specificationWords(wording, task), nextWords(wording, worker), say("confirm"));
}

/** The first wish is what all of it is for. */
function requirementLines({ requirements }: Specified, wording: Wording): readonly string[] {
  const purpose = requirements.find(({ description }) => !FACT.test(description));
  return requirements.map((one) => {
    const name = one === purpose ? "purpose" : importanceWord(one.importance);
    return requirementLine(one, name === "must" ? undefined : wording.say(name), wording);
  });
}

function requirementLine(
  { description, constraints, examples }: Specified["requirements"][number],
  name: string | undefined,
  wording: Wording,
): string {
  const { say, list } = wording;
  const told = description.toLowerCase();
  const others = examples.filter((example) => !told.includes(example.toLowerCase()));
  const more = [
    ...(others.length === 0 ? [] : [say("such.as", { examples: list(others) })]),
    ...constraints.filter((one) => !description.includes(one)),
  ];
  const about = more.length === 0 ? "" : say("about", { more: more.join("; ") });
  // "Period: last quarter" is a fact; nobody needs to hear that it must be so.
  if (FACT.test(description)) return `${lineWords(description, wording)}${about}`;
  // What is required goes without saying.
  return `${name === undefined ? description : say("line", { name, value: description })}${about}`;
}

/** A detail with its name in the person's language; anything else as it is. */
export function lineWords(line: string, wording: Wording): string {
  const { say } = wording;
  const [, name, value] = FACT.exec(line) ?? [];
  if (name === undefined || value === undefined) return line;
  return say("line", {
    name: nameIn(wording, name),
    value: value === AS_SEEN_FIT ? say("as.seen.fit") : value,
  });
}

export function part(name: string, items: readonly string[], { say }: Wording): string | undefined {
  if (items.length === 0) return undefined;
  const shown = items.slice(0, MOST_SHOWN).map((item) => cut(item, MOST_CHARACTERS));
  const count = items.length - shown.length;
  const more = count > 0 ? [say("part.more", { count })] : [];
  return `${say("part", { name })}\n${bullets([...shown, ...more])}`;
}
