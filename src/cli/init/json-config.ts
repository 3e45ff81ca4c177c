import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import type { ConfigFormat } from "./config-format.ts";
import { editJson } from "./json-edit.ts";

/** JSON as most clients read it: a comment or a trailing comma makes the whole file unreadable. */
export const strictJson: ConfigFormat = { read: (text) => read(text, false), edit: editJson };

/** JSON with comments and trailing commas. */
export const jsonWithComments: ConfigFormat = { read: (text) => read(text, true), edit: editJson };

function read(text: string, isLenient: boolean): unknown {
  const errors: ParseError[] = [];
  const tree: unknown = parse(text, errors, {
    disallowComments: !isLenient,
    allowTrailingComma: isLenient,
  });
  const [first] = errors;
  if (first === undefined) return tree;
  const line = text.slice(0, first.offset).split("\n").length;
  throw new Error(`${printParseErrorCode(first.error)} in line ${line}`);
}
