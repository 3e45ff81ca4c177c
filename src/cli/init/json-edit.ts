import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { ConfigEdit } from "./config-tree.ts";

/*
 * Edits JSON as text. Everything except the entry keeps every byte, including comments and commas,
 * and removing an entry leaves the text as it was before.
 */

/** Sets or removes what the edit names; throws if something of another kind is on the path. */
export function editJson(text: string, { path, value }: ConfigEdit): string {
  const root = parseTree(text, undefined, { allowTrailingComma: true });
  if (root === undefined) return `${pretty(nested(path, value), styleOf(text), "")}\n`;
  const found = findNodeAtLocation(root, [...path]);
  if (value === undefined) return found === undefined ? text : without(text, found);
  if (found !== undefined) return replaced(text, found, value);
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = findNodeAtLocation(root, path.slice(0, depth));
    const rest = path.slice(depth + 1);
    if (parent?.type === "null") return replaced(text, parent, nested(path.slice(depth), value));
    if (parent !== undefined) {
      return withChild(text, parent, { key: path[depth] ?? "", value: nested(rest, value) });
    }
  }
  return text;
}

interface Style {
  readonly indent: string;
  readonly end: string;
}

/** In the existing style of the file. */
function styleOf(text: string): Style {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return { indent, end: text.includes("\r\n") ? "\r\n" : "\n" };
}

function nested(path: ConfigEdit["path"], value: unknown): unknown {
  return path.reduceRight(
    (inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }),
    value,
  );
}

function pretty(value: unknown, { indent, end }: Style, margin: string): string {
  return JSON.stringify(value, null, indent).replaceAll("\n", end + margin);
}

/** The white space at the beginning of the line. */
function marginAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function replaced(text: string, node: Node, value: unknown): string {
  const now = pretty(value, styleOf(text), marginAt(text, node.offset));
  return text.slice(0, node.offset) + now + text.slice(endOf(node));
}

function withChild(
  text: string,
  parent: Node,
  { key, value }: { key: string | number; value: unknown },
): string {
  const style = styleOf(text);
  const outer = marginAt(text, parent.offset);
  const margin = outer + style.indent;
  const name = typeof key === "string" ? `${JSON.stringify(key)}: ` : "";
  const child = style.end + margin + name + pretty(value, style, margin);
  const close = endOf(parent) - 1;
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const content = text.slice(0, close).trimEnd();
    return content + child + style.end + outer + text.slice(close);
  }
  const comma = commaAfter(text, last);
  const at = lineEnd(text, comma ?? endOf(last), close);
  const head = text.slice(0, endOf(last));
  const between = text.slice(endOf(last), at);
  const tail = text.slice(at);
  const isOneLine = !text.slice(at, close).includes("\n");
  const ending = isOneLine ? style.end + outer + tail.trimStart() : tail;
  return comma === undefined
    ? `${head},${between}${child}${ending}`
    : `${head}${between}${child},${ending}`;
}

/** After the comma that follows the node, if there is one. */
function commaAfter(text: string, node: Node): number | undefined {
  const found = /^\s*,/.exec(text.slice(endOf(node)));
  return found === null ? undefined : endOf(node) + found[0].length;
}

/** After a comment that ends the line, which belongs to what comes before it. */
function lineEnd(text: string, from: number, close: number): number {
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=\r?\n))/.exec(
    text.slice(from, close),
  );
  return from + (comment?.[0].length ?? 0);
}

function without(text: string, value: Node): string {
  const node = value.parent?.type === "property" ? value.parent : value;
  const siblings = node.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(node) - 1];
  const from = startOf(text, node);
  const comma = commaAfter(text, node);
  if (comma !== undefined) return text.slice(0, from) + text.slice(comma);
  const rest = text.slice(endOf(node));
  const before = previous === undefined ? undefined : commaAfter(text, previous);
  if (before === undefined) return text.slice(0, from) + rest;
  return text.slice(0, before - 1) + text.slice(before, from) + rest;
}

/** The start of the node's line, including the line end before it. */
function startOf(text: string, { offset }: Node): number {
  const before = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, offset));
  return offset - (before?.[0].length ?? 0);
}
