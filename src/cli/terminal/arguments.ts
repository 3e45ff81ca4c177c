import { Argument, InvalidArgumentError, Option } from "commander";
import { BUILT_IN_CHANNELS, isChannelKind, type RemoteChannel } from "../../domain/channel-kind.ts";
import type { KeyFile } from "../../system/data-folder.ts";
import { LEAST_DIGITS, partOf, wholeOf } from "./match-text.ts";
import { KINDS, type Kind, type KindName } from "./reference-kinds.ts";

/** The kind of thing that an argument or an option names; `resolve-reference.ts` looks it up. */
export interface Reference {
  readonly kind: KindName;
  /** Who looks, which determines what can be meant. */
  readonly as: KeyFile;
}

type Usage = "<id>" | "[id]" | "<id...>" | "[id...]" | "<name>" | "[name]" | "<agent>";

const references = new WeakMap<Argument | Option, Reference>();

export function referenceOf(given: Argument | Option): Reference | undefined {
  return references.get(given);
}

/**
 * An argument that names a thing: by its id, by enough of the id, or by its name if such things
 * have names; `<id...>` takes several. Text that can be none of these is wrong usage.
 */
export function idArgument(
  kind: KindName,
  usage: Usage = "<id>",
  as: KeyFile = "operator",
): Argument {
  const { what, isNamed }: Kind = KINDS[kind];
  const argument = new Argument(usage, isNamed ? `${what}, by name or id` : `id of ${what}`);
  references.set(argument, { kind, as });
  return argument.argParser<unknown>((text, earlier) => {
    assertMayMean(kind, text);
    return usage.includes("...") ? [...((earlier as string[] | undefined) ?? []), text] : text;
  });
}

/** An option that names a thing, just as an argument does. */
export function idOption(kind: KindName, option: Option, as: KeyFile = "operator"): Option {
  references.set(option, { kind, as });
  return option.argParser((text: string) => {
    assertMayMean(kind, text);
    return text;
  });
}

function assertMayMean(kind: KindName, text: string): void {
  const { prefix, what, shownBy, isNamed }: Kind = KINDS[kind];
  const isWhole = (of: Kind["prefix"]) => wholeOf(of, text) !== undefined;
  const isOfOthers = Object.values(KINDS).some((other) => isWhole(other.prefix));
  if (isWhole(prefix) || (isNamed && !isOfOthers) || partOf(prefix, text) !== undefined) return;
  throw new InvalidArgumentError(
    `The id of ${what} is ${prefix}_ and 26 letters and digits, of which ${LEAST_DIGITS} at its beginning or end may do; ${shownBy} shows them.`,
  );
}

const WHICH = `${BUILT_IN_CHANNELS.join(", ")}, or one from outside`;

/** Which channel: one of Earshot's own, or an external one of any kind. */
export function channelArgument(usage = "<channel>"): Argument {
  const argument = new Argument(usage, WHICH);
  return argument.variadic
    ? argument.argParser<readonly RemoteChannel[]>((text, before = []) => [...before, kindOf(text)])
    : argument.argParser(kindOf);
}

export function channelOption(text: string): Option {
  return new Option("--channel <channel>", `${text}: ${WHICH}`).argParser(kindOf);
}

function kindOf(text: string): RemoteChannel {
  if (isChannelKind(text)) return text;
  throw new InvalidArgumentError(`Name a channel: ${WHICH}.`);
}
