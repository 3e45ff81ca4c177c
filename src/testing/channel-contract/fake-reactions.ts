import type { Channel } from "../../ports/channels/channel.ts";

const OURS = "bot";

export interface Reaction {
  readonly name: string;
  /** The account's id. */
  readonly by: string;
  readonly isOn: boolean;
}

/** Reactions on messages of the fake platform. */
export interface FakeReactions {
  readonly mark: NonNullable<Channel["mark"]>;
  readonly marks: NonNullable<Channel["marks"]>;
  /** Adds or takes away somebody else's. */
  set(messageId: string, reaction: Reaction): void;
}

export function createFakeReactions(): FakeReactions {
  const reactions = new Map<string, Map<string, Set<string>>>();

  function set(messageId: string, { name, by, isOn }: Reaction): void {
    const names = reactions.get(messageId) ?? new Map<string, Set<string>>();
    const accounts = names.get(name) ?? new Set<string>();
    if (isOn) accounts.add(by);
    else accounts.delete(by);
    if (accounts.size > 0) names.set(name, accounts);
    else names.delete(name);
    reactions.set(messageId, names);
  }

  return {
    set,
    mark: async ({ messageId }, name, isOn) => set(messageId, { name, by: OURS, isOn }),
    marks: async ({ messageId }) =>
      [...(reactions.get(messageId) ?? [])].map(([name, accounts]) => ({
        name,
        by: [...accounts].filter((id) => id !== OURS),
        isOurs: accounts.has(OURS),
      })),
  };
}
