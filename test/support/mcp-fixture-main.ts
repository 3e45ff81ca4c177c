import { parseArgs } from "node:util";
import { startServer } from "../../src/compose/compose.ts";
import { createConformanceExtension } from "./mcp-fixtures/conformance-extension.ts";

/* Earshot as it is, plus what the protocol's conformance suite calls: `--data FOLDER`. */

const { values } = parseArgs({ options: { data: { type: "string", default: "" } } });
const server = await startServer({
  dataFolder: values.data,
  port: 0,
  mcpExtension: createConformanceExtension(),
});
console.log(server.url);
process.once("SIGTERM", () => void server.stop());
