import { readFileSync, writeFileSync } from "node:fs";
import { withAttacks } from "../test/attacks/table.ts";

/* Writes the table of attacks in SECURITY.md from those that test/attacks tries. */
const page = new URL("../SECURITY.md", import.meta.url);
writeFileSync(page, withAttacks(readFileSync(page, "utf8")));
