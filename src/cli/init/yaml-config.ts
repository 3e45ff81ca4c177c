import { isMap, isNode, type Pair, parseDocument, stringify, type YAMLMap } from "yaml";
import type { ConfigFormat } from "./config-format.ts";
import { type ConfigEdit, edited, isSame } from "./config-tree.ts";

const INDENT = "  ";

export const yamlConfig: ConfigFormat = {
  read(text) {
    const document = parseDocument(text);
    const [fault] = document.errors;
    if (fault !== undefined) throw new Error(fault.message.replace(/:?\n[\s\S]*/, ""));
    return document.toJS() ?? {};
  },

  edit(text, edit) {
    const spliced = splice(text, edit);
    const expected = edited(parseDocument(text).toJS(), edit);
    if (spliced !== undefined && isSame(parseDocument(spliced).toJS() ?? {}, expected)) {
      return spliced;
    }
    return rewritten(text, edit);
  },
};

/** Whole lines added or removed, and all others unchanged; undefined if that is impossible. */
function splice(text: string, { path, value }: ConfigEdit): string | undefined {
  const place = placeOf(parseDocument(text).contents, path);
  if (place === undefined) return undefined;
  const { map, keys } = place;
  const added = value === undefined ? "" : linesOf(keys, value, marginOf(text, map));
  const found = map?.items.find(({ key }) => String(key) === String(keys[0]));
  if (found !== undefined) {
    const [from, to] = [lineStart(text, startOf(found)), endOf(text, found)];
    return text.slice(0, from) + added + text.slice(to);
  }
  const last = map?.items.at(-1);
  const at = last === undefined ? text.length : endOf(text, last);
  const head = text.slice(0, at);
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}${added}${text.slice(at)}`;
}

interface Place {
  /** Where the lines belong; absent in an empty file. */
  readonly map: YAMLMap | undefined;
  /** The part of the path that is missing. */
  readonly keys: ConfigEdit["path"];
}

/** Undefined if something there is not written on lines of its own. */
function placeOf(root: unknown, path: ConfigEdit["path"]): Place | undefined {
  if (root === null) return { map: undefined, keys: path };
  if (!isBlock(root)) return undefined;
  if (path.length === 1 || !root.has(path[0])) return { map: root, keys: path };
  const container = root.get(path[0], true);
  return isBlock(container) ? { map: container, keys: path.slice(1) } : undefined;
}

function isBlock(node: unknown): node is YAMLMap {
  return isMap(node) && node.flow !== true && node.items.length > 0;
}

function linesOf(path: ConfigEdit["path"], value: unknown, margin: string): string {
  const tree = path.reduceRight((inner, key) => ({ [key]: inner }), value);
  const lines = stringify(tree, { lineWidth: 0, indent: INDENT.length }).trimEnd().split("\n");
  return lines.map((line) => `${margin}${line}\n`).join("");
}

function startOf({ key }: Pair): number {
  return isNode(key) ? (key.range?.[0] ?? 0) : 0;
}

/** After the last line of the pair, including a comment in it. */
function endOf(text: string, { key, value }: Pair): number {
  const last = isNode(value) ? value : isNode(key) ? key : undefined;
  const content = text.slice(0, last?.range?.[1] ?? 0).trimEnd().length;
  const end = text.indexOf("\n", content);
  return end === -1 ? text.length : end + 1;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function marginOf(text: string, map: YAMLMap | undefined): string {
  const first = map?.items[0];
  if (first === undefined) return "";
  const start = startOf(first as Pair);
  return text.slice(lineStart(text, start), start);
}

/** Comments and order stay; white space may change. */
function rewritten(text: string, { path, value }: ConfigEdit): string {
  const document = parseDocument(text);
  const container = path.slice(0, -1);
  if (value === undefined) document.deleteIn(path);
  else {
    if (container.length > 0 && !isMap(document.getIn(container))) {
      document.setIn(container, document.createNode({}));
    }
    document.setIn(path, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}
