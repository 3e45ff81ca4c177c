import type { MessagePlace } from "./message-rules.ts";

/** A place that the caller's messages can go to. */
export interface Reachable {
  readonly channel: MessagePlace;
  /** What `send` takes: a name if it is unambiguous, or else the platform's own name for it. */
  readonly chatId: string;
  readonly kind: "person" | "chat";
}

/** The tool whose description lists the places that can be reached. */
export const MESSAGE_TOOL = "message";
/** The most of each channel: a model reads the description with every call. */
const MOST_TOLD = 10;

/** The tools described to a model that may reach these places. */
export function tellingOf<
  T extends { readonly name: string; readonly description?: string | undefined },
>(tools: readonly T[], places: readonly Reachable[]): readonly T[] {
  return tools.map((tool) =>
    tool.name === MESSAGE_TOOL
      ? { ...tool, description: `${tool.description ?? ""} ${reachableText(places)}`.trim() }
      : tool,
  );
}

/** One line of what can be reached now, channel by channel. */
export function reachableText(places: readonly Reachable[]): string {
  const channels = [...new Set(places.map(({ channel }) => channel))];
  if (channels.length === 0) return "Nobody can be reached now.";
  const told = channels.map((channel) => {
    const names = places.filter((one) => one.channel === channel).map(({ chatId }) => chatId);
    const more = names.length > MOST_TOLD ? ` and ${names.length - MOST_TOLD} more` : "";
    return `${channel}: ${names.slice(0, MOST_TOLD).join(", ")}${more}`;
  });
  return `Reachable now: ${told.join("; ")}.`;
}
