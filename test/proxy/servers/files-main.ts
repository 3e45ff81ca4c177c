import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createFilesServer } from "./files.ts";

/* The server of files over standard input and output: `files-main.ts FOLDER`. */
const [folder = "."] = process.argv.slice(2);
serveStdio(() => createFilesServer(folder));
