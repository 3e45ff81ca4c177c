import type { RemoteChannel } from "../../../domain/channel-kind.ts";
import type { Channel } from "../../../ports/channel.ts";

/** Of one platform, unless its channel says otherwise. */
const AT_ONCE = 16;
/** So many beside them are begun, so that who is called next is stored as begun when a call ends. */
const AHEAD = 112;

/**
 * Calls of platforms under way. Each channel has its own number of them: one whose platform hangs
 * keeps none of the others waiting.
 */
export interface Calls {
  /** Whether one more may begin there. */
  hasRoom(channel: RemoteChannel): boolean;
  /** One has begun; the result says that the platform has done with it, however often it is called. */
  begin(channel: RemoteChannel): () => void;
  /** Calls the platform when it is its turn; edits go before posts. */
  run<T>(channel: Channel, what: { readonly isEdit: boolean }, call: () => Promise<T>): Promise<T>;
}

interface Line {
  begun: number;
  calling: number;
  readonly edits: (() => void)[];
  readonly posts: (() => void)[];
}

export function createCalls(): Calls {
  const lines = new Map<RemoteChannel, Line>();

  function lineOf(channel: RemoteChannel): Line {
    const there = lines.get(channel);
    if (there !== undefined) return there;
    const line = { begun: 0, calling: 0, edits: [], posts: [] };
    lines.set(channel, line);
    return line;
  }

  return {
    hasRoom: (channel) => lineOf(channel).begun < AT_ONCE + AHEAD,
    begin(channel) {
      const line = lineOf(channel);
      line.begun += 1;
      let isBegun = true;
      return () => {
        if (isBegun) line.begun -= 1;
        isBegun = false;
      };
    },
    async run({ kind, callsAtOnce = AT_ONCE }, { isEdit }, call) {
      const line = lineOf(kind);
      if (line.calling < callsAtOnce) line.calling += 1;
      // Whoever ends hands the place over.
      else await new Promise<void>((go) => (isEdit ? line.edits : line.posts).push(go));
      try {
        return await call();
      } finally {
        const next = line.edits.shift() ?? line.posts.shift();
        if (next === undefined) line.calling -= 1;
        else next();
      }
    },
  };
}
