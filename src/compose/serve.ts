import { fileURLToPath } from "node:url";
import { PACKAGE_FOLDER } from "./version.ts";

/** Where the build puts the inbox. */
export const PAGE_FOLDER = fileURLToPath(new URL("dist/inbox/", PACKAGE_FOLDER));
