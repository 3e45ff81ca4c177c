import { fileURLToPath } from "node:url";

/** Where Node keeps what it has compiled for the tests, from one process, thread and run to the next. */
export const COMPILE_CACHE = fileURLToPath(
  new URL("../../node_modules/.cache/test-compile-cache", import.meta.url),
);
