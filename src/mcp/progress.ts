import type { ProgressToken } from "@modelcontextprotocol/server";
import type { Pulse } from "./pulse.ts";

/** A notification that a call goes on; `count` rises with each. */
export function progressNotification(token: ProgressToken, count: number, { intervalMs }: Pulse) {
  const seconds = Math.round((count * intervalMs) / 1_000);
  return {
    method: "notifications/progress" as const,
    params: {
      progressToken: token,
      progress: count,
      message: `Waiting for a person (${seconds} s)`,
    },
  };
}
