import type { ProgressCallback } from "@modelcontextprotocol/client";
import type { ProgressToken } from "@modelcontextprotocol/server";
import { present } from "../../domain/present.ts";
import { progressNotification } from "../../mcp/progress.ts";
import type { Pulse } from "../../mcp/pulse.ts";
import type { Voice } from "./voice.ts";

export type ProgressNotification = ReturnType<typeof progressNotification>;

/** What the client of a call hears while it runs. */
export interface CallProgress {
  /** Sends signs of life while people are waited for. */
  during<T>(wait: Promise<T>): Promise<T>;
  /** Passes the server's progress on; absent if the client wants none. */
  readonly onprogress?: ProgressCallback;
}

export interface CallProgressOptions {
  readonly token: ProgressToken | undefined;
  readonly pulse: Pulse;
  readonly voice: Voice;
  readonly notify: (notification: ProgressNotification) => Promise<void>;
}

export function createCallProgress(options: CallProgressOptions): CallProgress {
  const { token, pulse, notify, voice } = options;
  if (token === undefined) return { during: (wait) => wait };
  let beats = 0;
  // If the client has gone, its signal tells the call.
  const tell = (notification: ProgressNotification) => void notify(notification).catch(() => {});
  const held = {
    beat(count: number) {
      beats = count;
      tell(progressNotification(token, count, pulse));
    },
  };
  return {
    async during(wait) {
      pulse.hold(held);
      try {
        return await wait;
      } finally {
        pulse.release(held);
      }
    },
    onprogress({ progress, total, message = "" }) {
      // Progress has to rise over the whole call, including the wait.
      const far = {
        progress: beats + progress,
        ...present({ total: total === undefined ? undefined : beats + total }),
      };
      tell({
        method: "notifications/progress",
        params: { progressToken: token, message: voice.ofServer(message), ...far },
      });
    },
  };
}
