import { parse, stringify } from "smol-toml";
import type { Json } from "../../domain/json.ts";
import type { ConfigFormat } from "./config-format.ts";
import { type ConfigEdit, isTree } from "./config-tree.ts";

/*
 * TOML is edited as text, table by table, since writing parsed data back would lose every comment.
 * Forms that this does not handle, such as an inline table, are refused by the check after every
 * edit.
 */
export const tomlConfig: ConfigFormat = {
  read: (text) => parse(text),

  edit(text, { path, value }) {
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    const lines = text.split(/\r?\n/);
    const blocks = blocksOf(lines).filter(({ name }) => path.every((key, at) => name[at] === key));
    const kept = lines.filter((_, at) => !blocks.some(({ from, to }) => at >= from && at < to));
    const place = blocks[0]?.from;
    if (value !== undefined) {
      const table = tableOf(path, value);
      if (place !== undefined) kept.splice(place, 0, ...table);
      else append(kept, table);
    } else if (place !== undefined && kept.slice(place).every(isBlank)) {
      trim(kept);
    }
    return kept.join(end);
  },
};

interface Block {
  readonly name: readonly string[];
  /** From its header to the line after its last key. */
  readonly from: number;
  readonly to: number;
}

const isBlank = (line: string) => line.trim() === "";

/** After everything else, with one empty line in between. */
function append(lines: string[], table: readonly string[]): void {
  trim(lines);
  if (lines.length === 1) lines.pop();
  lines.push(...table, "");
}

/** Ends the last line, and removes empty ones after it. */
function trim(lines: string[]): void {
  while (lines.length > 0 && isBlank(lines.at(-1) ?? "")) lines.pop();
  lines.push("");
}

const HEADER = /^\s*\[[^[\]]+\]\s*(?:#.*)?$/;

function blocksOf(lines: readonly string[]): Block[] {
  const headers = lines.flatMap((line, at) => (/^\s*\[/.test(line) ? [at] : []));
  return headers.flatMap((from, index) => {
    const line = lines[from] ?? "";
    if (!HEADER.test(line)) return [];
    const next = headers[index + 1] ?? lines.length;
    return [{ name: nameOf(line), from, to: endOf(lines, from, next) }];
  });
}

/** Comments and blank lines before the next table belong to that table. */
function endOf(lines: readonly string[], from: number, next: number): number {
  let to = next;
  while (to > from + 1 && /^\s*(?:#.*)?$/.test(lines[to - 1] ?? "")) to--;
  return to;
}

function nameOf(header: string): string[] {
  const name: string[] = [];
  let table: unknown;
  try {
    table = parse(header);
  } catch {
    return [];
  }
  while (isTree(table)) {
    const [key] = Object.keys(table);
    if (key === undefined) break;
    name.push(key);
    table = table[key];
  }
  return name;
}

function tableOf(path: ConfigEdit["path"], value: Json): string[] {
  const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return stringify(nested).trimEnd().split("\n");
}
