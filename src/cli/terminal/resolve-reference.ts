import type { Command } from "commander";
import { EarshotError } from "../../domain/errors.ts";
import { OWN_AGENTS } from "../../domain/people/own-agents.ts";
import { type Reference, referenceOf } from "./arguments.ts";
import { isPartOf, partOf, wholeOf } from "./match-text.ts";
import { type Candidate, KINDS, type Kind } from "./reference-kinds.ts";
import type { RunContext } from "./run-context.ts";

const MOST_SHOWN = 10;

/**
 * Replaces each text that names a thing with its id, before the command runs: no command sees part
 * of an id. Throws if a text means nothing, or might mean several things.
 */
export async function resolveReferences(context: RunContext, command: Command): Promise<void> {
  const isUnseen = command.getOptionValue("yes") === true;
  const meant = (reference: Reference, given: unknown) =>
    Array.isArray(given)
      ? Promise.all(given.map((text) => resolve(context, { reference, text, isUnseen })))
      : resolve(context, { reference, text: String(given), isUnseen });

  for (const [at, argument] of command.registeredArguments.entries()) {
    const reference = referenceOf(argument);
    const given: unknown = command.processedArgs[at];
    if (reference === undefined || given === undefined) continue;
    command.processedArgs[at] = await meant(reference, given);
  }
  for (const option of command.options) {
    const reference = referenceOf(option);
    const name = option.attributeName();
    const given: unknown = command.getOptionValue(name);
    if (reference === undefined || given === undefined) continue;
    command.setOptionValue(name, await meant(reference, given));
  }
}

interface Asked {
  readonly reference: Reference;
  readonly text: string;
  /** Whether nobody is shown what is meant before it is done. */
  readonly isUnseen: boolean;
}

async function resolve(
  { connectAs, output }: RunContext,
  { reference, text, isUnseen }: Asked,
): Promise<unknown> {
  const kind: Kind = KINDS[reference.kind];
  // A whole id stands for itself, even if the caller does not see it: the command reports that.
  const whole = wholeOf(kind.prefix, text);
  if (whole !== undefined && !hasValue(reference)) return whole;
  const part = partOf(kind.prefix, text);
  const all = await kind.find(connectAs(reference.as), part);
  const named = all.filter(({ id, name }) => id === (whole ?? text) || name === text);
  const cut = part === undefined ? [] : all.filter(({ id }) => isPartOf(part, id));
  const found = [...new Set([...named, ...cut])];
  const [meant] = found;
  if (meant === undefined) throw nothing(kind, text, all);
  if (found.length > 1) throw several(kind, text, found);
  if (named.length === 0) {
    if (isUnseen) throw unseen(text, meant);
    output.note(output.style.dim(`${text} is ${line(meant)}`));
  }
  return meant.value ?? meant.id;
}

function hasValue({ kind }: Reference): boolean {
  return kind === "agent" || kind === "operator";
}

function line({ id, about }: Candidate): string {
  return `${id}  ${about}`;
}

function nothing(kind: Kind, text: string, all: readonly Candidate[]): EarshotError {
  const lower = text.toLowerCase();
  const other = all.find(({ name }) => name?.toLowerCase() === lower);
  if (kind === KINDS.agent && OWN_AGENTS.includes(text)) {
    return new EarshotError(
      "NOT_FOUND",
      `The agent ${JSON.stringify(text)} is the server's own. It is there from the first thing that it says, and has said nothing yet: nothing was done. ${kind.shownBy} shows the agents that are there.`,
      { details: { given: text } },
    );
  }
  const called = kind.isNamed ? "is called so or has" : "has";
  const hint =
    other === undefined
      ? `${kind.shownBy} shows which there are.`
      : `There is ${JSON.stringify(other.name)}. Capitals count.`;
  return new EarshotError(
    "NOT_FOUND",
    `There is no ${kind.what.replace(/^an? /, "")} ${JSON.stringify(text)}: none that you can see ${called} an id that begins or ends so. ${hint}`,
    { details: { given: text } },
  );
}

function several(kind: Kind, text: string, found: readonly Candidate[]): EarshotError {
  const shown = found.slice(0, MOST_SHOWN).map((one) => `\n  ${line(one)}`);
  const more = found.length > shown.length ? "\n  …" : "";
  return new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(text)} may mean several ${kind.plural}. Nothing was done; give more of the id:${shown.join("")}${more}`,
    { details: { given: text, candidates: found.map(({ id }) => id) } },
  );
}

function unseen(text: string, meant: Candidate): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `With --yes nobody is shown what ${JSON.stringify(text)} means, so nothing was done. Give the whole id:\n  ${line(meant)}`,
    { details: { given: text, candidates: [meant.id] } },
  );
}
