import { endUserNamed } from "../domain/people/end-user.ts";
import { isTokenAgent } from "../domain/people/token-agents.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine } from "./visible-text.ts";

/** A name as people are told it: that of a user of a service is "maria, through shop". */
export function principalName(name: string, words: RenderMessages, width: number): string {
  const named = isTokenAgent({ name }) ? undefined : endUserNamed(name);
  if (named === undefined) return oneLine(name, width);
  const { userId, service } = named;
  const part = Math.ceil(width / 2);
  return words.say("who.through", {
    user: oneLine(userId, part),
    service: oneLine(service, part),
  });
}
