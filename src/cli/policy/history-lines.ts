import type { Json } from "../../domain/json.ts";
import type { PolicyDifference } from "../../domain/policy/policy-parts.ts";
import type {
  LoggedPolicy,
  PolicyBlame,
  PolicyDiff,
  PolicyPut,
} from "../../ports/earshot/policy-history.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { changeLines } from "./policy-changes.ts";

const NAME_WIDTH = 128;
/** So much of a revision is printed: enough to name it by. */
const SHORT = 12;

/** A policy that was put in force, and what it changed. */
export function loggedLines(put: LoggedPolicy): readonly string[] {
  const { changes, former } = put;
  const lines =
    changes === undefined
      ? ["The text of this one, or of the one before, does not make its digest."]
      : changeLines(changes);
  const isSame = former !== undefined && lines.length === 0;
  return [putLine(put), ...(isSame ? ["No rule changed."] : lines).map((line) => `  ${line}`)];
}

export function putLine({ revision, at, by, via }: PolicyPut): string {
  const who = by === undefined ? "the server, from its file" : oneLine(by.name, NAME_WIDTH);
  const where = via === undefined ? "" : ` via ${oneLine(via, NAME_WIDTH)}`;
  return `${revision.slice(0, SHORT)}  ${at}  by ${who}${where}`;
}

/** The parts of a policy, each behind the change that gave it its present form. */
export function blameLines({ parts }: PolicyBlame): readonly string[] {
  const heads = parts.map(({ put }) => putLine(put));
  const width = Math.max(0, ...heads.map((head) => head.length));
  return parts.map((part, index) => `${(heads[index] ?? "").padEnd(width)}  ${partText(part)}`);
}

/** What differs, as lines of the file: `-` is gone, `+` has come. */
export async function differenceLines({
  differences,
  allowsMore,
}: Pick<PolicyDiff, "differences" | "allowsMore">): Promise<readonly string[]> {
  const { stringify } = await import("yaml");
  const linesOf = (value: Json) =>
    value === null ? [] : visibleText(stringify(value, { lineWidth: 100 }).trimEnd()).split("\n");
  return [
    ...differences.flatMap((part) => [
      partText(part),
      ...shownLines(part.kind, changedLines(linesOf(part.from), linesOf(part.to))).map(
        (line) => `  ${line}`,
      ),
    ]),
    ...allowsMore.map((why) => `It may let more pass: ${oneLine(why, 400)}`),
  ];
}

function partText({ kind, name }: Pick<PolicyDifference, "kind" | "name">): string {
  const shown = oneLine(name, NAME_WIDTH);
  if (kind === "order") return "the order of the rules";
  return kind === "rule" ? `rule ${JSON.stringify(shown)}` : shown;
}

/** How many lines that stay are shown beside those that do not. */
const BESIDE = 3;

/** A rule as a whole; of other keys, such as hundreds of tests, what has changed. */
function shownLines(kind: PolicyDifference["kind"], lines: readonly string[]): readonly string[] {
  if (kind === "rule") return lines;
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).some((line) => !line.startsWith("  "));
  return lines.flatMap((line, at) => {
    if (isNear(at)) return [line];
    return at === 0 || isNear(at - 1) ? ["  …"] : [];
  });
}

/** Lines that stay are kept. */
function changedLines(from: readonly string[], to: readonly string[]): readonly string[] {
  const longest = commonLengths(from, to);
  const lines: string[] = [];
  let [old, now] = [0, 0];
  while (old < from.length || now < to.length) {
    const isSame = old < from.length && now < to.length && from[old] === to[now];
    if (isSame) {
      lines.push(`  ${from[old]}`);
      old += 1;
      now += 1;
      continue;
    }
    const without = longest[old + 1]?.[now] ?? -1;
    const within = longest[old]?.[now + 1] ?? -1;
    if (now >= to.length || (old < from.length && without >= within)) {
      lines.push(`- ${from[old]}`);
      old += 1;
    } else {
      lines.push(`+ ${to[now]}`);
      now += 1;
    }
  }
  return lines;
}

/** How many lines the rests of both behind each pair of places have in common. */
function commonLengths(from: readonly string[], to: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: from.length + 1 }, () => Array(to.length + 1).fill(0));
  for (let old = from.length - 1; old >= 0; old--) {
    for (let now = to.length - 1; now >= 0; now--) {
      const row = lengths[old] as number[];
      const next = lengths[old + 1] as number[];
      row[now] =
        from[old] === to[now]
          ? (next[now + 1] ?? 0) + 1
          : Math.max(next[now] ?? 0, row[now + 1] ?? 0);
    }
  }
  return lengths;
}
