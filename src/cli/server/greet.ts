import { statSync } from "node:fs";
import type { NoOperatorKey } from "../../compose/found-workspace.ts";
import type { RunningServer } from "../../compose/server.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { inTime } from "../../domain/in-words.ts";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { dataPaths, readKeyFile, readStoreMark } from "../../system/data-folder.ts";
import { signInAddress } from "../people/address.ts";
import { hasControllingTerminal } from "../terminal/has-controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { shellLine } from "../terminal/shell-line.ts";
import { folderOf } from "../terminal/with-folder.ts";

export interface Greeting {
  /** Address of a sign-in link. */
  readonly link: string | undefined;
  readonly policyLine: string | undefined;
  /** The names of the agents that it runs. */
  readonly agents: readonly string[];
}

/** What a server says once it is up; the link has a line to itself, so that it can be clicked. */
export function greet(
  { output, options, folder }: RunContext,
  { url, store }: RunningServer,
  { link, policyLine, agents }: Greeting,
): void {
  const { root } = dataPaths(options.data);
  if (options.json === true) {
    const inbox = present({ inbox: link });
    const hosted = agents.length === 0 ? {} : { agents };
    output.json({ url, pid: process.pid, data: root, store, ...hosted, ...inbox });
    return;
  }
  output.line(`Earshot listens on ${url}`);
  if (folder.source === "home") {
    output.line(
      `It is your home server, for every folder without one of its own; its data is in ${root}`,
    );
  }
  if (readStoreMark(root) !== undefined) output.line(`It is a node over ${store}`);
  if (policyLine !== undefined) output.line(policyLine);
  if (agents.length > 0) output.line(`It hosts ${agents.join(", ")}`);
  output.line("");
  if (link !== undefined) {
    output.line(`Open the inbox, once, within ${inTime(LINK_LIFE_MS)}:`);
    output.line(link);
    output.line("");
  }
  output.line("Ask a first question, in another terminal:");
  output.line(`  npx earshot ask${folderOf(options.data)} "Which pattern first: A, B or C?"`);
  output.line("");
}

/**
 * The address of a sign-in link for the operator of the data folder's key. If there can be none,
 * standard error says why, and the server serves without.
 */
export async function firstLink(
  { output, options }: RunContext,
  server: RunningServer,
): Promise<string | undefined> {
  if (server.inbox === undefined) {
    output.note("The inbox has not been built: npm run build, then start again.");
    return undefined;
  }
  const earshot = await server.signIn(readKeyFile(options.data, "operator") ?? "");
  if (earshot === undefined) return undefined;
  try {
    const { token } = await earshot.createSignInLink(
      { atTerminal: hasControllingTerminal() },
      { via: "cli" },
    );
    return signInAddress(server.inbox, token);
  } catch (error) {
    // Whatever the cause, such as a full disk or a key without the right, serving goes on.
    if (!isEarshotError(error)) throw error;
    output.note(`No sign-in link: ${oneLine(error.message, 300)}`);
    return undefined;
  }
}

interface Place {
  /** Where the key is looked for. */
  readonly path: string;
  /** Names the folder in a command. */
  readonly of: string;
  /** How a passkey lets somebody in. */
  readonly page: string;
}

const NEXT: Readonly<Record<NoOperatorKey, (place: Place) => string>> = {
  database: ({ path }) =>
    `over a database only the first node makes one. Copy operator.key of its folder to ${path}, or start this one again with --make-keys besides.`,
  removed: ({ page, of }) =>
    `none is made for an operator who was removed.${page} With their key another owner makes a link: EARSHOT_KEY=KEY npx earshot operators link operator${of}`,
  second_owner: ({ path, page, of }) =>
    `a new one wants a second owner's yes (owners: 2). A former one still works, such as that in the folder of a backup: copy it to ${path}.${page} If there is neither, the person who runs the server stops it and drops the demand, which makes a key and tells all owners: npx earshot start --without-second-owner${of}`,
};

/** Says what to do if the data folder has no operator's key and none was made. */
export function noteNoOperator(
  { output, options: { data } }: RunContext,
  { noOperatorKey: why, inbox }: RunningServer,
): boolean {
  if (why === undefined) return false;
  const place = {
    path: visibleText(dataPaths(data).key("operator")),
    of: folderOf(data),
    page: inbox === undefined ? "" : ` A passkey signs in at ${inbox}.`,
  };
  output.note(`This data folder has no operator's key: ${NEXT[why](place)}`);
  return true;
}

/** Its files are their owner's alone; but others see which there are, or put some beside them. */
export function noteOpenFolder({ output, options }: RunContext): void {
  const { root } = dataPaths(options.data);
  const mode = statSync(root).mode & 0o777;
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  output.note(
    `Other users of this machine can get into ${root} (mode ${mode.toString(8)}). It was there before, so it is left as it is; no file of Earshot in it can be read by them. To keep them out: ${shellLine(["chmod", "go=", root])}`,
  );
}
