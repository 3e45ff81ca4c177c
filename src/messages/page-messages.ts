import { createMessages, type MessageFiles, type MessageValues } from "./messages.ts";

/** What the texts of the page are said with. */
export interface PageMessages<Name extends string> {
  /** The name is a constant, a choice of two, or begins with one: `status.${status}`. */
  say(name: Name, values?: MessageValues): string;
  /** With elements in the places; for what is shown between the tags of another. */
  sayWith<Child>(name: Name, children: Readonly<Record<string, Child>>): (Child | string)[];
}

/**
 * The messages of a part of the page. Its build puts the text of one language in the place of each call
 * (scripts/page), so that neither files nor library reach a browser. Elsewhere, as in tests, they are
 * English.
 */
export function pageMessages<Name extends string>(files: MessageFiles<Name>): PageMessages<Name> {
  const { say } = createMessages(files)("en");
  return { say, sayWith: refuse };
}

function refuse(): never {
  throw new Error("Elements stand in a sentence in the page's build alone.");
}
