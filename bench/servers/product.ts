import { startServer } from "../../src/compose/compose.ts";
import { present } from "../../src/domain/present.ts";
import { reportTo } from "./report.ts";

/* Earshot itself, as `earshot start` runs it, without a console; one agent may call what it likes. */
const [dataFolder = ".earshot", url] = process.argv.slice(2);
const server = await startServer({
  dataFolder,
  port: 0,
  toolCallsPerMinute: Number.MAX_SAFE_INTEGER,
  maxOpen: Number.MAX_SAFE_INTEGER,
  ...present({ postgres: url === undefined ? undefined : { url } }),
});
process.on("SIGINT", () => process.exit());
reportTo(Number(new URL(server.url).port), () => server.stop());
