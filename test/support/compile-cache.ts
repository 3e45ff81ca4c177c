import { fileURLToPath } from "node:url";

/** The folder where Node keeps the tests' compiled code, shared by processes, threads and runs. */
export const COMPILE_CACHE = fileURLToPath(
  new URL("../../node_modules/.cache/test-compile-cache", import.meta.url),
);
