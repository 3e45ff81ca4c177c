import "./needs-node.ts";
import type * as Sqlite from "node:sqlite";

/** Node's own, loaded at run time: a static import fails on an older Node without explanation. */
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
type DatabaseSync = Sqlite.DatabaseSync;

export { DatabaseSync };
