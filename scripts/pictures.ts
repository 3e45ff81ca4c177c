import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/*
 * npm run pictures
 * Takes the pictures of docs/images anew: every screen of the page in both themes and on a phone, in the
 * tests' browser, of a record that is always the same.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TAKEN = ["run", "--retry=0", "test/inbox/pictures.test.ts", "-t", "are taken"];
const env = { ...process.env, EARSHOT_PICTURES: "1" };
const { status } = spawnSync("npx", ["vitest", ...TAKEN], { cwd: ROOT, env, stdio: "inherit" });
process.exitCode = status ?? 1;
