import { existsSync, readFileSync } from "node:fs";

/** The package folder of a module, wherever in it the module was compiled or bundled to. */
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
