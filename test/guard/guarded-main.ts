import { appendFileSync, readFileSync } from "node:fs";
import { createClient } from "../../src/client/client.ts";
import { EarshotError } from "../../src/domain/errors.ts";
import { guard } from "../../src/guard/index.ts";

/* Calls a guarded function by a name that lasts; with `stall` it never comes back from it. */
const { SERVER_FILE = "", KEY: key = "", LOG = "" } = process.env;
const [mode] = process.argv.slice(2);
/** While a server starts its file is not there yet. */
function url(): string {
  try {
    return JSON.parse(readFileSync(SERVER_FILE, "utf8")).url;
  } catch (cause) {
    throw new EarshotError("UNREACHABLE", `${SERVER_FILE} names no server.`, { cause });
  }
}
const earshot = createClient({ url: () => ({ url: url(), key }) });
const remove = guard(
  async ({ user }: { user: string }) => {
    appendFileSync(LOG, `${user}\n`);
    if (mode === "stall") await new Promise((resolve) => setTimeout(resolve, 600_000));
    return `ran ${user}`;
  },
  { earshot, tool: "delete_user", reason: "The user asked for it." },
);
process.stdout.write(`${await remove({ user: "user123" }, { call: "task-1" })}\n`);
