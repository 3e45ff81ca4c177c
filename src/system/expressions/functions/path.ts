import { quoted } from "./quoted.ts";

/** Control characters end a path or hide a part of it where it is shown or used. */
const UNSAFE = /[\p{Cc}\\]/u;

/** An absolute path as it stands: links are resolved where the file is, before Earshot is asked. */
export class PathValue {
  readonly text: string;
  readonly name: string;

  constructor(text: string) {
    this.text = text;
    this.name = text.slice(text.lastIndexOf("/") + 1);
  }
}

/** Throws on what is relative, goes up by `..`, or has a backslash or control character. */
export function pathOf(text: string): PathValue {
  if (!text.startsWith("/")) throw new Error(`${quoted(text)} is no absolute path`);
  if (UNSAFE.test(text)) throw new Error("the path has a backslash or a control character");
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw new Error("the path goes up by ..");
  return new PathValue(`/${parts.join("/")}`);
}

/** Whether it is the folder or below it: `/srv/app2` is not within `/srv/app`. */
export function isWithin({ text }: PathValue, folder: string): boolean {
  const base = pathOf(folder).text;
  return base === "/" || text === base || text.startsWith(`${base}/`);
}
