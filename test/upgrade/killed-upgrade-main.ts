import process from "node:process";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";

/*
 * Brings a record up to date and is killed when so many lines were said of it: node
 * killed-upgrade-main.ts FILE LINES.
 */
const [path = "", lines = ""] = process.argv.slice(2);
let said = 0;
const store = await openSqliteStore({
  path,
  clock: { now: Date.now },
  onFatal(error) {
    throw error;
  },
  onUpgrade(text) {
    said += 1;
    process.stdout.write(`${text}\n`);
    if (said === Number(lines)) process.kill(process.pid, "SIGKILL");
  },
});
await store.close();
