import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import { homePath } from "../../system/paths/home-path.ts";
import { fileAt } from "../liaison/attached-files.ts";

/** The file at a path that was typed or dropped where no shell reads it. Throws INVALID_INPUT and TOO_LARGE. */
export function typedFile(typed: string): AttachmentInput {
  return fileAt(typedPath(typed));
}

const QUOTED = /^(?:'([^']*)'|"([^"]*)")$/;

/** As a shell would take it: terminals quote or escape the path of what is dropped on them. */
export function typedPath(typed: string, platform = process.platform): string {
  const text = typed.trim();
  const [, single, double] = QUOTED.exec(text) ?? [];
  const bare = platform === "win32" ? text : text.replaceAll(/\\(.)/g, "$1");
  return homePath(single ?? double ?? bare);
}
