import { resolve } from "node:path";
import { type Environment, readEnvironment } from "../../compose/config.ts";
import {
  FOLDER_WORDS,
  type FoundFolder,
  findFolder,
  homeFolder,
} from "../../system/find-folder.ts";

/** The data folder that a command called here is about. Throws NOT_ALLOWED if it is not to be trusted. */
export function folderHere(
  option: string | undefined,
  environment: Environment = readEnvironment(),
): FoundFolder {
  const { data: variable, url, key, stateHome, localAppData } = environment;
  const home = { stateHome, localAppData };
  try {
    return findFolder({ option, variable, ...home });
  } catch (error) {
    // Nothing is read from the folder then, and nothing sent to its server.
    if (url !== undefined && key !== undefined) {
      return { folder: homeFolder(home), source: "home" };
    }
    throw error;
  }
}

/** Whether a command that is called here without --data is about that folder. */
export function isFoundHere(data: string): boolean {
  return unnamed()?.folder === resolve(data);
}

/** Undefined if what is found here is not to be trusted. */
function unnamed(): FoundFolder | undefined {
  try {
    return folderHere(undefined);
  } catch {
    return undefined;
  }
}

/** The folder, and whose server it is where nobody named it. */
export function folderLine({ folder, source }: FoundFolder): string {
  const root = resolve(folder);
  return source === "option" ? root : `${root}, ${FOLDER_WORDS[source]}`;
}

/** What was looked for before a folder of the home server was taken; empty for any other. */
export function lookedForLine(root: string): string {
  const found = unnamed();
  if (found?.source !== "home" || found.folder !== root) return "";
  return `It is the folder of your home server: EARSHOT_DATA is not set, and there is no .earshot in ${resolve(".")} or above it. `;
}
