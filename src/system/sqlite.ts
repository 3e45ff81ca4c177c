import "./needs-node.ts";
import type * as Sqlite from "node:sqlite";

/** Node's own, asked for while the program runs: an import by name fails on an older Node unexplained. */
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
type DatabaseSync = Sqlite.DatabaseSync;

export { DatabaseSync };
