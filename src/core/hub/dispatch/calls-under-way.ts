import type { RemoteChannel } from "../../../domain/channel-kind.ts";

/** This many calls to a platform may run at once. */
const CALLS_AT_ONCE = 128;
/**
 * This many more may wait for their result to be stored; calls that begin meanwhile share the
 * commit.
 */
const STORED_AT_ONCE = 128;

/** The room one delivery takes while it is sent; either method may be called more than once. */
export interface Place {
  /** The platform is done with it. */
  endCall(): void;
  /** Its result is stored. */
  end(): void;
}

/** Each channel has its own room, so a hanging platform takes none from the others. */
export interface Places {
  hasRoom(channel: RemoteChannel): boolean;
  take(channel: RemoteChannel): Place;
}

export function createPlaces(): Places {
  const ofChannel = new Map<RemoteChannel, { calling: number; taken: number }>();

  function countsOf(channel: RemoteChannel) {
    const there = ofChannel.get(channel);
    if (there !== undefined) return there;
    const counts = { calling: 0, taken: 0 };
    ofChannel.set(channel, counts);
    return counts;
  }

  return {
    hasRoom(channel) {
      const counts = countsOf(channel);
      return counts.calling < CALLS_AT_ONCE && counts.taken < CALLS_AT_ONCE + STORED_AT_ONCE;
    },
    take(channel) {
      const counts = countsOf(channel);
      counts.calling += 1;
      counts.taken += 1;
      let isCalling = true;
      let isTaken = true;
      function endCall(): void {
        if (isCalling) counts.calling -= 1;
        isCalling = false;
      }
      return {
        endCall,
        end() {
          endCall();
          if (!isTaken) return;
          isTaken = false;
          counts.taken -= 1;
        },
      };
    },
  };
}
