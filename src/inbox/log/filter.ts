import type { Event } from "../../domain/log/event.ts";
import { say } from "./messages/messages.ts";

/** Which part of the log is shown. */
export interface EventFilter {
  /** The first part of a type, such as `request`; absent for all. */
  readonly family?: string;
  /** A part of an id, a type, a code or a name; empty for all. */
  readonly text: string;
}

/** The first parts of types. */
export const FAMILIES = [
  "request",
  "test",
  "grant",
  "permission",
  "policy",
  "agent",
  "session",
  "liaison",
  "task",
  "skill",
  "skills",
  "key",
  "invitation",
  "web_session",
  "sign_in_link",
  "passkey",
  "passphrase",
  "signer",
  "operator",
  "principal",
  "message",
  "conversation",
  "mailbox",
  "delivery",
  "channel",
  "attention",
  "replies",
  "subscription",
  "memory",
  "tool",
  "tools",
  "grant_key",
  "log",
  "clock",
  "matter",
  "workspace",
] as const;

export function familyText(family: (typeof FAMILIES)[number]): string {
  return say(`family.${family}`);
}

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
