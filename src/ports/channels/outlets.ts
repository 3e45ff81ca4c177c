import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Channel } from "./channel.ts";
import type { Contents } from "./contents.ts";

/** The channels of a deployment in one process. What is configured may change while it runs. */
export interface Outlets {
  readonly channels: ReadonlyMap<RemoteChannel, Channel>;
  /** Configured channels that could not be opened, and why. */
  readonly failed: ReadonlyMap<RemoteChannel, string>;
  /** Of each configured channel; absent where settings never change. */
  readonly taken?: ReadonlyMap<RemoteChannel, TakenUp>;
  readonly contents: Contents;
  /** Where the page shows an item. */
  readonly pageUrl: (id: string) => string;
  /** The page opens on the machine of the server alone, so no post links to it; false if absent. */
  readonly isPageLocal?: () => boolean;
  /** The language in the settings of a channel, for what reaches nobody who has chosen another. */
  readonly languageOf?: (kind: RemoteChannel) => string | undefined;
  /** Adds a listener that hears of each change of what is configured. */
  readonly onChange?: (listener: () => void) => void;
}

/** How far a channel has the settings that it was given. */
export interface TakenUp {
  /** When it took up those that it runs with. */
  readonly atMs: number;
  /** Newer ones are wrong, and it goes on with those before. */
  readonly refused?: { readonly atMs: number; readonly why: string };
}

/** Whether any way to other platforms is configured. */
export function isAnyConfigured(outlets: Outlets | undefined): outlets is Outlets {
  return outlets !== undefined && outlets.channels.size + outlets.failed.size > 0;
}
