import type { SyntaxNode } from "@lezer/common";
import type { Run } from "../../ports/channels/word-blocks.ts";
import { isAddress } from "./address.ts";

type Style = Omit<Run, "text">;

interface Written {
  readonly source: string;
  readonly style: Style;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The runs of a part that holds a text, as they are written in `source`. */
export function styledRuns(source: string, node: SyntaxNode): readonly Run[] {
  const column = node.from - (source.lastIndexOf("\n", node.from - 1) + 1);
  const runs = within({ source, style: {} }, node).map((run) => ({
    ...run,
    // Lines of a paragraph within a list or quotation begin further right.
    text: run.text.replace(/\n[ \t]+/g, (blanks) => `\n${blanks.slice(column + 1)}`),
  }));
  return merged(trimmed(runs));
}

function within(written: Written, node: SyntaxNode, range: Range = node): Run[] {
  const { source, style } = written;
  const runs: Run[] = [];
  let at = range.from;
  const plain = (to: number) => {
    if (to > at) runs.push({ ...style, text: source.slice(at, to) });
  };
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.from < range.from || child.to > range.to) continue;
    const made = styledBy(written, child);
    if (made === undefined) continue;
    plain(child.from);
    for (const run of made) runs.push(run);
    const isBlank = child.name === "QuoteMark" && source[child.to] === " ";
    at = isBlank ? child.to + 1 : child.to;
  }
  plain(range.to);
  return runs;
}

/** What a part of the line stands for; undefined for text as it was written. */
function styledBy(written: Written, node: SyntaxNode): readonly Run[] | undefined {
  const { source, style } = written;
  const text = source.slice(node.from, node.to);
  switch (node.name) {
    case "StrongEmphasis":
      return within({ source, style: { ...style, isStrong: true } }, node);
    case "Emphasis":
      return within({ source, style: { ...style, isEmphasis: true } }, node);
    case "InlineCode":
      return [{ ...style, isCode: true, text: codeOf(text) }];
    case "Link":
    case "Image":
      return linkOf(written, node);
    case "URL":
      return isAddress(text) ? [addressRun(text, style)] : undefined;
    case "EmphasisMark":
    case "HeaderMark":
    case "QuoteMark":
      return [];
    default:
      return undefined;
  }
}

/** The words of a link, and its whole address behind them; an image is a link too. */
function linkOf(written: Written, node: SyntaxNode): readonly Run[] | undefined {
  const { source, style } = written;
  const parts = partsOf(node);
  if (parts === undefined) return undefined;
  const address = source.slice(parts.target.from, parts.target.to);
  if (!isAddress(address)) return undefined;
  const sign = node.name === "Image" ? [{ ...style, text: "image: " }] : [];
  const label = source.slice(parts.label.from, parts.label.to).trim();
  if (label === "" || label === address) return [...sign, addressRun(address, style)];
  return [
    ...sign,
    ...within(written, node, parts.label),
    { ...style, text: " (" },
    addressRun(address, style),
    { ...style, text: ")" },
  ];
}

/** Undefined for a reference, and for a link with a title, which would be text that nobody sees. */
function partsOf(node: SyntaxNode): Readonly<Record<"label" | "target", Range>> | undefined {
  const [open, close, before, after] = node.getChildren("LinkMark");
  const target = node.getChildren("URL").find(({ from }) => from === before?.to);
  if (open === undefined || close === undefined || target === undefined) return undefined;
  return target.to === after?.from
    ? { label: { from: open.to, to: close.from }, target }
    : undefined;
}

function addressRun(text: string, style: Style): Run {
  return { ...style, isAddress: true, text };
}

/** What stands between the backticks, without the blank that keeps it from them. */
function codeOf(written: string): string {
  const size = written.search(/[^`]/);
  const inner = written.slice(size, -size).replaceAll("\n", " ");
  return /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner;
}

/** Without blanks at either end. */
function trimmed(runs: readonly Run[]): readonly Run[] {
  return runs
    .map((run, index) => {
      const text = index === 0 ? run.text.trimStart() : run.text;
      return { ...run, text: index === runs.length - 1 ? text.trimEnd() : text };
    })
    .filter(({ text }) => text !== "");
}

function merged(runs: readonly Run[]): readonly Run[] {
  const found: Run[] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last !== undefined && styleOf(last) === styleOf(run)) {
      found[found.length - 1] = { ...last, text: last.text + run.text };
    } else found.push(run);
  }
  return found;
}

function styleOf({ isAddress: isLink, isCode, isEmphasis, isStrong }: Run): string {
  return [isLink, isCode, isEmphasis, isStrong].map(String).join();
}
