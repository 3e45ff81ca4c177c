import { registerHooks } from "node:module";

const ROOT = new URL("../../", import.meta.url).href;
const CHANNEL = new URL("src/channels/index.ts", ROOT).href;
const PACKAGES = "/node_modules/";

/** Whoever watches wants to know which tests a source belongs to, and vitest learns it import by import. */
const isWatched = process.env["VITEST_MODE"] === "WATCH";

/**
 * An import of one of our sources by another says where it lies. Each worker has 6,000 of them, and to ask
 * Node and tell vitest about each is half the work of loading.
 */
function isPlain(name: string, parent = ""): boolean {
  return (
    !isWatched &&
    /^\.\.?\/.*\.ts$/.test(name) &&
    parent.startsWith(ROOT) &&
    !parent.includes(PACKAGES)
  );
}

registerHooks({
  resolve(name, context, next) {
    // The example imports the package by its name, and is tested with its sources.
    if (name === "earshot/channel") return { url: CHANNEL, shortCircuit: true };
    if (!isPlain(name, context.parentURL)) return next(name, context);
    const { href } = new URL(name, context.parentURL);
    return { url: href, format: "module-typescript", shortCircuit: true };
  },
});
