import { vi } from "vitest";
import type { PostRef } from "../../domain/hub/delivery.ts";
import type {
  Capabilities,
  ChannelError,
  Content,
  ContentBlock,
  Control,
  Heard,
  Inbound,
  Post,
  Sink,
} from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import type { ChannelWorld, ShownPost, Someone } from "./channel-world.ts";

/** What the suite cannot see in a channel's capabilities. */
export interface ChannelTraits {
  /** Whom the platform itself tells to be no member; both where not given. */
  readonly foreigners?: readonly Exclude<Someone, "member">[];
  /** Whether the platform delivers once more, by itself, what was not acknowledged; so where not given. */
  readonly redelivers?: boolean;
  /** Whether the platform tells that what is to be changed is not there; so where not given. */
  readonly knowsGone?: boolean;
  /** Whether the bot meets messages that reply to nothing; so where not given. */
  readonly hearsPlainText?: boolean;
}

/** What the facts work with: the world of the test that runs. */
export interface ChannelUnderTest {
  readonly world: ChannelWorld;
  readonly capabilities: Capabilities;
  readonly canForge: boolean;
  readonly traits: Required<ChannelTraits>;
}

let count = 0;

/** A post to where the bot may post, with a key that no other has. */
export function aPost(world: ChannelWorld, content: Content): Post {
  count += 1;
  return { key: `dlv_${String(count).padStart(26, "0")}`, address: world.address, content };
}

export function aContent(
  blocks: readonly ContentBlock[],
  controls: readonly Control[] = [],
): Content {
  return { blocks, controls };
}

export function said(text: string): Content {
  return aContent([{ kind: "said", by: "scout", text }]);
}

export const QUESTION: Content = aContent(
  [
    { kind: "title", text: "Question" },
    { kind: "said", by: "scout", text: "Ship 1.4 today?" },
  ],
  [
    { kind: "button", token: "bm9uY2Vub25jZW5vbmNlbg.0", label: "Ship", style: "primary" },
    { kind: "button", token: "bm9uY2Vub25jZW5vbmNlbg.1", label: "Hold", style: "danger" },
  ],
);

/** What a post looks like now, all its messages as one text. */
export async function shownAt(world: ChannelWorld, { ids }: PostRef): Promise<string> {
  const shown = await world.shown();
  return shown
    .filter(({ id }) => ids.includes(id))
    .map(({ text }) => text)
    .join("\n");
}

/** The message of a post that carries its controls, else the first. */
export async function shownPost(world: ChannelWorld, { ids }: PostRef): Promise<ShownPost> {
  const posts = (await world.shown()).filter(({ id }) => ids.includes(id));
  const post = posts.find(({ controls }) => controls.length > 0) ?? posts[0];
  if (post === undefined) throw new Error("Nothing of the post stands there.");
  return post;
}

/** Platforms break lines where they like. */
export function unspaced(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The error of kind ChannelError that a call rejects with. */
export async function errorOf(call: Promise<unknown>): Promise<ChannelError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isChannelError(error)) return error;
  throw new Error("It was to reject with a ChannelError.", { cause: error });
}

export interface Recorder {
  readonly sink: Sink;
  readonly events: readonly Inbound[];
}

/** A sink that keeps what it was given, whatever comes of it. */
export function recorder(answer: Sink = async () => ({})): Recorder {
  const events: Inbound[] = [];
  const sink = (event: Inbound): Promise<Heard> => {
    events.push(event);
    return answer(event);
  };
  return { sink, events };
}

/** The first event of a kind, once it is there. */
export async function eventOf<K extends Inbound["kind"]>(
  { events }: Recorder,
  kind: K,
  where: (event: Extract<Inbound, { kind: K }>) => boolean = () => true,
): Promise<Extract<Inbound, { kind: K }>> {
  const isWanted = (event: Inbound): event is Extract<Inbound, { kind: K }> =>
    event.kind === kind && where(event as Extract<Inbound, { kind: K }>);
  return await vi.waitFor(
    () => {
      const found = events.find(isWanted);
      if (found === undefined) throw new Error(`No event of kind ${kind} was heard.`);
      return found;
    },
    { timeout: 20_000 },
  );
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`It does not come about: ${what}`);
    },
    { timeout: 20_000 },
  );
}
