import { join } from "node:path";
import { dataPaths } from "../../system/data-folder.ts";
import { readPrivateFile, writePrivateFile } from "../../system/private-file.ts";

/*
 * The public address that a person gave while they set a channel up, which a start without
 * --public-url takes. An empty file says that there is none.
 */

function pathIn(dataFolder: string): string {
  return join(dataPaths(dataFolder).root, "public-url");
}

/** Not checked: a start checks it as it checks the option. */
export function readSavedPublicUrl(dataFolder: string): string | undefined {
  const text = readPrivateFile(pathIn(dataFolder))?.trim();
  return text === undefined || text === "" ? undefined : text;
}

export function wasPublicUrlAsked(dataFolder: string): boolean {
  return readPrivateFile(pathIn(dataFolder)) !== undefined;
}

export function savePublicUrl(dataFolder: string, url = ""): void {
  writePrivateFile(pathIn(dataFolder), `${url}\n`);
}
