import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { checkPointer, valueAt, withValueAt } from "../../domain/json-pointer.ts";

/** As many links as systems follow. */
const MOST_LINKS = 40;

/**
 * Says of a call's arguments what their paths on this machine lead to, links followed, so that a rule about
 * a folder sees where it is; for `resolve` of the guard. Pointers are JSON Pointers; at each is a text or a
 * list of texts, or nothing. Relative paths are read from the folder, the current one if absent. What does
 * not exist yet is named below the folder that does.
 * @example
 * ```ts
 * import { realPaths } from "earshot";
 *
 * const resolve = realPaths(["/path"]);
 * console.log(await resolve({ path: "/usr/../tmp" }));
 * ```
 */
export function realPaths(
  pointers: readonly string[],
  folder = ".",
): <Args extends object>(args: Args) => Promise<Args> {
  for (const pointer of pointers) checkPointer(pointer, "path");
  return async (args) => {
    let found = args as JsonObject;
    for (const pointer of pointers) {
      const value = valueAt(found, pointer);
      if (value === undefined) continue;
      found = withValueAt(found, pointer, await realValue(value, folder));
    }
    return found as typeof args;
  };
}

async function realValue(value: Json, folder: string): Promise<Json> {
  if (typeof value === "string") return await realPath(value, folder);
  if (!Array.isArray(value)) return value;
  return await Promise.all(value.map((one: Json) => realValue(one, folder)));
}

async function realPath(path: string, folder: string): Promise<string> {
  let at = resolve(folder, path);
  const rest: string[] = [];
  for (let links = 0; links < MOST_LINKS; ) {
    try {
      return join(await realpath(at), ...rest);
    } catch (error) {
      if (!isAbsent(error)) throw unread(path, error);
    }
    const stat = await lstat(at).catch(() => undefined);
    if (stat?.isSymbolicLink() === true) {
      // A link to what does not exist yet: whoever writes to it writes there.
      at = resolve(dirname(at), await readlink(at));
      links += 1;
      continue;
    }
    if (dirname(at) === at) return join(at, ...rest);
    rest.unshift(basename(at));
    at = dirname(at);
  }
  throw unread(path, new Error("it has too many links"));
}

function isAbsent(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "ENOENT" || code === "ENOTDIR";
}

function unread(path: string, cause: unknown): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `It cannot be said where the path ${JSON.stringify(path)} leads: ${(cause as Error).message}`,
    { cause },
  );
}
