import type { Event } from "../../domain/log/event.ts";

/** Which part of the log is shown. */
export interface EventFilter {
  /** The first part of a type, such as `request`; absent for all. */
  readonly family?: string;
  /** A part of an id, a type, a code or a name; empty for all. */
  readonly text: string;
}

/** The first parts of types, with names for people. */
export const FAMILIES: readonly (readonly [string, string])[] = [
  ["request", "Requests"],
  ["grant", "Grants"],
  ["permission", "Standing permissions"],
  ["policy", "Policy"],
  ["agent", "Agents"],
  ["session", "Sessions"],
  ["liaison", "Liaison"],
  ["task", "Tasks"],
  ["skill", "Skills read"],
  ["skills", "Skills counted"],
  ["key", "Keys"],
  ["invitation", "Invitations"],
  ["web_session", "Web sessions"],
  ["sign_in_link", "Sign-in links"],
  ["passkey", "Passkeys"],
  ["passphrase", "Passphrases"],
  ["operator", "Operators"],
  ["principal", "Principals"],
  ["message", "Messages"],
  ["conversation", "Conversations"],
  ["mailbox", "Mailboxes"],
  ["delivery", "Deliveries"],
  ["channel", "Links to channels"],
  ["attention", "Attention"],
  ["replies", "Saved replies"],
  ["subscription", "Calls to agents"],
  ["memory", "Memory"],
  ["tool", "Tools"],
  ["tools", "Tools of servers"],
  ["grant_key", "Signing keys"],
  ["log", "The log itself"],
  ["clock", "The clock"],
  ["matter", "Erasures of a person or a case"],
  ["workspace", "Workspace"],
];

export function passes(
  event: Event,
  { family, text }: EventFilter,
  wordsOf: (event: Event) => string,
): boolean {
  if (family !== undefined && event.type.split(".")[0] !== family) return false;
  if (text === "") return true;
  const { subject, actor = "", agent = "", type } = event;
  const all = `${subject} ${actor} ${agent} ${type} ${wordsOf(event)}`.toLowerCase();
  return all.includes(text.trim().toLowerCase());
}
