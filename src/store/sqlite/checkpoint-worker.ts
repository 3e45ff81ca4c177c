import { parentPort, workerData } from "node:worker_threads";
import { DatabaseSync } from "./node-sqlite.ts";

/** The answer of the thread to each order: nothing, or why the checkpoint failed. */
export interface Checkpointed {
  readonly error?: { readonly message: string; readonly errcode: unknown };
}

const db = new DatabaseSync(workerData as string);
// Every checkpoint follows an order: this connection makes none by itself.
db.exec("pragma synchronous = full; pragma wal_autocheckpoint = 0;");

parentPort?.on("message", (order: "checkpoint" | "close") => {
  if (order === "close") {
    db.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(checkpoint());
});

function checkpoint(): Checkpointed {
  try {
    db.exec("pragma wal_checkpoint(passive)");
    return {};
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: unknown };
    return { error: { message, errcode } };
  }
}
