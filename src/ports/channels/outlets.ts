import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Channel } from "./channel.ts";
import type { Contents } from "./contents.ts";

/** The channels of a deployment in one process. */
export interface Outlets {
  readonly channels: ReadonlyMap<RemoteChannel, Channel>;
  /** Configured channels that could not be opened, and why. */
  readonly failed: ReadonlyMap<RemoteChannel, string>;
  readonly contents: Contents;
  /** Where the page shows an item. */
  readonly pageUrl: (id: string) => string;
}
