import { isMixed, passesForLatin } from "../look-alikes.ts";
import type { Hazard } from "./hazard.ts";

/* What makes a mail address pass for another, and when a message goes to many. */

const ADDRESS = /[^\s@<>",;:()[\]]{1,64}@[^\s@<>",;:()[\]]{1,255}/gu;
const PLAIN = /^[\w.+-]{1,64}@[a-z\d.-]{1,80}$/i;
const MANY = 10;
const MOST_READ = 20_000;

export function addressHazards(texts: readonly string[]): readonly Hazard[] {
  const addresses = texts.flatMap((text) => text.slice(0, MOST_READ).match(ADDRESS) ?? []);
  const many = new Set(addresses).size;
  return [
    ...(addresses.some(isDisguised) ? [{ kind: "mail_letters", what: "" } as const] : []),
    ...texts.flatMap(otherThanShown),
    ...(many < MANY ? [] : [{ kind: "mail_many", what: String(many) } as const]),
  ];
}

/** Letters of another script that look alike, or a domain in the code of such letters. */
function isDisguised(address: string): boolean {
  const words = address.split(/[@.+_-]+/);
  const [, domain = ""] = address.split("@");
  return words.some(isMixed) || passesForLatin(domain) || /(?:^|\.)xn--/i.test(domain);
}

/** `"ceo@firm.example" <x@elsewhere.example>` shows an address that it does not go to. */
function otherThanShown(text: string): readonly Hazard[] {
  const [shown, goesTo] = /^([^<]{1,300})<([^<>]{3,320})>\s*$/u.exec(text)?.slice(1) ?? [];
  const [first] = shown?.match(ADDRESS) ?? [];
  if (first === undefined || goesTo === undefined) return [];
  if (first.toLowerCase() === goesTo.trim().toLowerCase()) return [];
  return [{ kind: "mail_other", what: PLAIN.test(goesTo.trim()) ? goesTo.trim() : "…" }];
}
