import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startModelServer } from "./model-server/model-server.ts";
import type { Script, Turn } from "./model-server/script.ts";

/* The scripted model server as a process: `--port N --script FILE.json`. */

const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, script: { type: "string" } },
});
const script: Script | readonly Turn[] =
  values.script === undefined ? [] : JSON.parse(readFileSync(values.script, "utf8"));
const server = await startModelServer(script, { port: Number(values.port) });
console.log(`Model server listens on ${server.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void server.close());
}
