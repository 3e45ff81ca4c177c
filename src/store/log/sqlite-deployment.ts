import type { DeploymentId } from "../../domain/id.ts";
import { deploymentOf, NAMING_EVENT } from "../../domain/log/deployment.ts";
import { readLogPage } from "../record-check/readings.ts";
import { openReader } from "../sqlite/database.ts";
import { createReadsRunner } from "./sqlite-run-reads.ts";

/** The name of the deployment whose record is in the file at `path`. */
export function readDeployment(path: string): DeploymentId | undefined {
  const { workspace, seq } = NAMING_EVENT;
  const db = openReader(path);
  try {
    const { events } = createReadsRunner(db)(
      readLogPage(workspace, { after: seq - 1, looks: false }),
    );
    return deploymentOf(events[0]);
  } finally {
    db.close();
  }
}
