import { existsSync, readFileSync } from "node:fs";

/** The folder of the package that a module is in, wherever in it that was compiled or bundled to. */
function packageFolder(module: string): URL {
  let folder = new URL("./", module);
  while (!existsSync(new URL("package.json", folder)) && folder.pathname !== "/") {
    folder = new URL("../", folder);
  }
  return folder;
}

export const PACKAGE_FOLDER = packageFolder(import.meta.url);

/** The version of the installed package. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL("package.json", PACKAGE_FOLDER), "utf8"),
).version;
