import { fileURLToPath } from "node:url";

/** Where the build puts the inbox: beside the compiled program, which in a clone is not what runs. */
export const PAGE_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../dist/inbox/" : "./inbox/", import.meta.url),
);
