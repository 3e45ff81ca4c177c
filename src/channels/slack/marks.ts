import type { Channel } from "../../ports/channels/channel.ts";
import type { Identity } from "./identity.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf, refusalCodeOf } from "./slack-error.ts";
import { listAt, textAt } from "./untrusted-json.ts";

export interface MarksOptions {
  readonly call: SlackCall;
  readonly identity: () => Promise<Identity>;
}

/** Adds, removes and reads reactions. */
export function createMarks({
  call,
  identity,
}: MarksOptions): Required<Pick<Channel, "mark" | "marks">> {
  return {
    async mark({ chatId, messageId }, name, isOn) {
      const method = isOn ? "reactions.add" : "reactions.remove";
      try {
        await call(method, { channel: chatId, timestamp: messageId, name });
      } catch (error) {
        const done = isOn ? "already_reacted" : "no_reaction";
        if (refusalCodeOf(error) !== done) throw channelErrorOf(method, error);
      }
    },
    async marks({ chatId, messageId }) {
      const us = await identity();
      const where = { channel: chatId, timestamp: messageId, full: true };
      const found = await call("reactions.get", where).catch((error: unknown) => {
        throw channelErrorOf("reactions.get", error);
      });
      return listAt(found, "message", "reactions").map((reaction) => {
        const users = listAt(reaction, "users").filter((user) => typeof user === "string");
        const by = users.map((user) => `${us.teamId}/${user}`);
        const isOurs = users.includes(us.userId);
        return { name: textAt(reaction, "name") ?? "", by, isOurs };
      });
    },
  };
}
