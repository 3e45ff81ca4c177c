import { table } from "../../scripts/page-parts.ts";
import { FAMILIES } from "./families.ts";

const BEGIN = "<!-- attacks:begin -->";
/** What failures seen elsewhere are known as. */
const NAMED = /[\w/-]+ #\d+(?:, #\d+)*|CVE-[\d-]+|GHSA-[\w-]+|arXiv [\d.]+|Checkmarx 2025/g;
const END = "<!-- attacks:end -->";

/** A page with the table of attacks between its marks. Every test of them passes, or no build does. */
export function withAttacks(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The page has no ${BEGIN} and ${END} behind it.`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${attacksTable()}\n\n${page.slice(end)}`;
}

function attacksTable(): string {
  const rows = FAMILIES.map(({ name, attacks }) => {
    const failures = new Set(attacks.flatMap(({ like }) => like.match(NAMED) ?? []));
    return [name, String(attacks.length), "0", [...failures].join(", ")];
  });
  const all = FAMILIES.reduce((sum, { attacks }) => sum + attacks.length, 0);
  const head = ["family", "attacks", "passed", "failures of this kind seen elsewhere"];
  return table(head, [...rows, ["all", String(all), "0", ""]]);
}
