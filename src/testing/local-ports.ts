import { DatabaseSync } from "node:sqlite";
import type { Ports } from "../core/context.ts";
import type { RunsReader } from "../ports/runs.ts";
import { createDirectInboxReader } from "../store/sqlite/direct-inbox-reader.ts";
import { createInboxReader } from "../store/sqlite/inbox-reader.ts";
import { createPasskeys } from "../system/passkeys.ts";

/** For where no experiment has ever run. */
export const NO_RUNS: RunsReader = {
  list: async () => [],
  show: async () => undefined,
  report: async () => undefined,
};

/** What the inbox needs beside the store, on its file or its open database. */
export function createInboxParts(
  database: string | DatabaseSync,
): Pick<Ports, "passkeys" | "inbox" | "runs"> {
  return {
    passkeys: createPasskeys(),
    inbox:
      database instanceof DatabaseSync
        ? createDirectInboxReader(database)
        : createInboxReader(database),
    runs: NO_RUNS,
  };
}
