import type { RunningServer } from "../../compose/server.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { folderOf } from "../terminal/ensure-server.ts";
import type { RunContext } from "../terminal/run-context.ts";

export interface Greeting {
  /** Address of a sign-in link. */
  readonly link: string | undefined;
  readonly policyLine: string | undefined;
  /** Names of those that it runs. */
  readonly agents: readonly string[];
}

/** What a server says when it is up; the link stands alone on its line, so that it can be clicked. */
export function greet(
  { output, options }: RunContext,
  { url, store }: RunningServer,
  { link, policyLine, agents }: Greeting,
): void {
  const { root } = dataPaths(options.data);
  if (options.json === true) {
    const inbox = link === undefined ? {} : { inbox: link };
    const hosted = agents.length === 0 ? {} : { agents };
    output.json({ url, pid: process.pid, data: root, store, ...hosted, ...inbox });
    return;
  }
  output.line(`Earshot listens on ${url}`);
  if (readStoreMark(root) !== undefined) output.line(`It is a node over ${store}`);
  if (policyLine !== undefined) output.line(policyLine);
  if (agents.length > 0) output.line(`It hosts ${agents.join(", ")}`);
  output.line("");
  if (link !== undefined) {
    output.line("Open the inbox, once, within 10 minutes:");
    output.line(link);
    output.line("");
  }
  output.line("Ask a first question, in another terminal:");
  output.line(`  npx earshot ask${folderOf(options.data)} "Which pattern first: A, B or C?"`);
  output.line("");
}
