import { startServer } from "../../src/compose.ts";
import { reportTo } from "./report.ts";

/* Earshot itself, as `earshot start` runs it, without a console. */
const [dataFolder = ".earshot"] = process.argv.slice(2);
const server = await startServer({ dataFolder, port: 0 });
process.on("SIGINT", () => process.exit());
reportTo(Number(new URL(server.url).port), () => server.stop());
