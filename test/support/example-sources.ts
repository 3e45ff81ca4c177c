import { registerHooks } from "node:module";

const CHANNEL = new URL("../../src/channels/index.ts", import.meta.url).href;

/** The example imports the package by its name, and is tested with its sources. */
registerHooks({
  resolve: (name, context, next) =>
    name === "earshot/channel" ? { url: CHANNEL, shortCircuit: true } : next(name, context),
});
