import { pathToFileURL } from "node:url";
import { ROOT } from "./cli.ts";

const HOOK = `import { registerHooks } from "node:module";
const folders = { channel: "channels" };
registerHooks({
  resolve(name, context, next) {
    if (!name.startsWith("earshot/")) return next(name, context);
    const entry = name.slice(8);
    return next("${pathToFileURL(ROOT)}/src/" + (folders[entry] ?? entry) + "/index.ts", context);
  },
});`;

/**
 * For Node's --import: makes the package's own name load its sources, so that no build is needed.
 */
export const PACKAGE_SOURCES = `data:text/javascript,${encodeURIComponent(HOOK)}`;
