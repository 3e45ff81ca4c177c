import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

/**
 * What is saved for a module that the command line names: a path is meant from where one is, and the
 * server starts elsewhere; what is no file is the name of a package.
 */
export function namedModule(given: string): string {
  const path = resolve(given);
  const isFile = existsSync(path) && statSync(path).isFile();
  return isFile || /^\.\.?(?:[/\\]|$)/.test(given) ? path : given;
}
