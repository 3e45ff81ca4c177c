import type { Account } from "../../ports/channels/channel.ts";
import type { Doer } from "./decode.ts";
import type { Identity } from "./identity.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf, refusalCodeOf } from "./slack-error.ts";
import { at, textAt } from "./untrusted-json.ts";

/** How long Slack's word about a person is trusted: a member can become a guest. */
const BELIEVED_MS = 60_000;
const MOST_KNOWN = 1_000;

interface Person {
  readonly name: string;
  readonly isForeign: boolean;
  readonly isBot: boolean;
  readonly untilMs: number;
}

export type People = (doer: Doer, us: Identity) => Promise<Account>;

/**
 * Who somebody is, according to Slack; anybody it does not know is foreign. Rejects if Slack cannot
 * be asked.
 */
export function createPeople(call: SlackCall, now: () => number): People {
  const known = new Map<string, Person>();

  async function personOf(user: string, us: Identity): Promise<Person> {
    const held = known.get(user);
    if (held !== undefined && held.untilMs > now()) return held;
    const person = await ask(user, us);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(user, person);
    return person;
  }

  async function ask(user: string, us: Identity): Promise<Person> {
    const untilMs = now() + BELIEVED_MS;
    try {
      const found = at(await call("users.info", { user }), "user");
      const marks = ["is_restricted", "is_ultra_restricted", "is_stranger", "deleted"];
      return {
        name: nameOf(found) ?? user,
        // Absent is not false: unless Slack says that somebody is one of us, they are not.
        isForeign:
          textAt(found, "team_id") !== us.teamId || marks.some((mark) => at(found, mark) === true),
        isBot: at(found, "is_bot") === true,
        untilMs,
      };
    } catch (error) {
      const code = refusalCodeOf(error);
      if (code !== "user_not_found" && code !== "user_not_visible") {
        throw channelErrorOf("users.info", error);
      }
      return { name: user, isForeign: true, isBot: false, untilMs };
    }
  }

  return async (doer, us) => {
    const person = await personOf(doer.user, us);
    return {
      id: `${doer.team}/${doer.user}`,
      name: person.name,
      ...((doer.isForeign || person.isForeign) && { isForeign: true }),
      ...((doer.isBot || person.isBot) && { isBot: true }),
    };
  };
}

function nameOf(user: Parameters<typeof at>[0]): string | undefined {
  const names = [
    textAt(user, "profile", "display_name"),
    textAt(user, "real_name"),
    textAt(user, "name"),
  ];
  return names.find((name) => name !== undefined && name !== "");
}
