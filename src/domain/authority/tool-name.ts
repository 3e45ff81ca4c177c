import { EarshotError } from "../errors.ts";

const TOOL_NAME = /^[\w.:/-]{1,128}$/;

export function isToolName(text: string): boolean {
  return TOOL_NAME.test(text);
}

export function checkToolName(name: string): void {
  if (isToolName(name)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "The name of a tool has 1 to 128 letters, digits and . _ : / -, such as ask_human.",
    { details: { what: "tool" } },
  );
}
