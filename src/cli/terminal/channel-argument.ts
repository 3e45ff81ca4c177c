import { Argument, InvalidArgumentError, Option } from "commander";
import { BUILT_IN_CHANNELS, isChannelKind, type RemoteChannel } from "../../domain/channel-kind.ts";

const WHICH = `${BUILT_IN_CHANNELS.join(", ")}, or one from outside`;

/** Which channel: Earshot's own, or whatever may be the kind of one from outside. */
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
