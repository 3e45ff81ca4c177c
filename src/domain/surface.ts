import { BUILT_IN_CHANNELS, isChannelKind, type RemoteChannel } from "./channel-kind.ts";
import type { PrincipalId } from "./id.ts";

/** The surfaces that every Earshot has. Channels from outside add to them. */
export const SURFACES = [
  "console",
  "inbox",
  ...BUILT_IN_CHANNELS,
  "cli",
  "http",
  "mcp",
  "library",
] as const;

/** Where something was said or decided: a channel to people, or a door that programs use. */
export type Surface = (typeof SURFACES)[number] | RemoteChannel;

/** Who did it, by the name they had at that time, and where. */
export interface Actor {
  readonly principal: PrincipalId;
  readonly name: string;
  readonly via: Surface;
}

/** Whether the name can be a surface. For channels from outside only its shape can be checked here. */
export function isSurface(text: string): boolean {
  return (SURFACES as readonly string[]).includes(text) || isChannelKind(text);
}
