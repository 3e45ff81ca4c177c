import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import { type ConfigEdit, edited, isSame, isTree } from "./config-tree.ts";

/** A language for configurations. */
export interface ConfigFormat {
  /** The content of the text; throws if it is not in this format. */
  read(text: string): unknown;
  /**
   * The text with one thing set or removed, and everything else unchanged as far as the format
   * allows.
   */
  edit(text: string, edit: ConfigEdit): string;
}

export interface ConfigText {
  readonly path: string;
  /** Absent if there is no file yet. */
  readonly text: string | undefined;
}

const BYTE_ORDER_MARK = "\uFEFF";

/** The content of a configuration. Throws INVALID_INPUT if its client could not read it either. */
export function readConfig(format: ConfigFormat, { path, text }: ConfigText): unknown {
  const content = text?.replace(BYTE_ORDER_MARK, "") ?? "";
  if (content.trim() === "") return {};
  let tree: unknown;
  try {
    tree = format.read(content);
  } catch (cause) {
    const fault = (cause as Error).message.split("\n")[0];
    throw unfit(path, `cannot be read: ${fault}`, cause);
  }
  if (!isTree(tree) || Array.isArray(tree)) throw unfit(path, "does not hold an object");
  return tree;
}

/**
 * The text with all edits made. The result is read back, and must contain what was there before
 * plus the edits and nothing else.
 */
export function editConfig(
  format: ConfigFormat,
  config: ConfigText,
  edits: readonly ConfigEdit[],
): string {
  const before = readConfig(format, config);
  const text = config.text ?? "";
  const expected = tried(config.path, () => edits.reduce(edited, before));
  if (isSame(before, expected)) return text;
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const content = text.replace(BYTE_ORDER_MARK, "");
  const start = content.trim() === "" ? "" : content;
  const after = tried(config.path, () => edits.reduce(format.edit, start));
  if (!isSame(readConfig(format, { path: config.path, text: after }), expected)) {
    throw unfit(config.path, "is written in a way that cannot be edited without changing more");
  }
  return `${mark}${after.endsWith("\n") ? after : `${after}\n`}`;
}

function tried<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw unfit(path, "holds something else where the entry belongs", cause);
  }
}

function unfit(path: string, what: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `${path} ${what}. It is left as it is. Mend it and run this again.`,
    { details: { path }, ...present({ cause }) },
  );
}
