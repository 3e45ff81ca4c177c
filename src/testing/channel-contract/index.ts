/** The suite that every channel passes, for Vitest. Whatever is exported here is public. */
import "../../system/needs-node.ts";

export type { ChannelTraits } from "./channel-under-test.ts";
export type { ChannelWorld, Harm, ShownControl, ShownPost, Someone } from "./channel-world.ts";
export { describeChannel } from "./describe-channel.ts";
