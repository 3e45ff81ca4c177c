import { fileURLToPath } from "node:url";
import { readKeyFile } from "../../../src/system/data-folder.ts";
import { programOf } from "../built-programs.ts";
import { eventually, launch, makeFolder, removeFolder } from "../cli.ts";

const MAIN = fileURLToPath(programOf("mcp-fixture-main"));

export interface FixtureServer {
  readonly url: string;
  /** The key of the folder's agent. */
  readonly key: string;
  close(): Promise<void>;
}

/** Earshot with the fixtures of the conformance suite, in a process of its own. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const data = makeFolder();
  const running = launch(process.execPath, [MAIN, "--data", data]);
  const url = await eventually(
    () => /^(http:\S+)\n/.exec(running.stdout())?.[1],
    () => `the server's address; it said ${running.stdout()}${running.stderr()}`,
  );
  return {
    url,
    key: readKeyFile(data, "agent") ?? "",
    async close() {
      running.child.kill("SIGTERM");
      await running.finished;
      removeFolder(data);
    },
  };
}
