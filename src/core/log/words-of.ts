import type { EventData } from "../../domain/log/event.ts";
import type { Context } from "../call/context.ts";

/** The reason of a closing as the log commits to it; nothing where none was given. */
export function wordsOf(
  { digest }: Pick<Context, "digest">,
  { salt, reason }: { readonly salt: string; readonly reason: string | undefined },
): Pick<EventData, "words"> {
  return reason === undefined ? {} : { words: digest.content(salt, reason) };
}
