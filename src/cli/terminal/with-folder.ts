import { isFoundHere } from "./folder-here.ts";
import { shellLine } from "./shell-line.ts";

const PROGRAM = "npx earshot ";
const WITHOUT: ReadonlySet<string> = new Set(["demo", "templates", "completions", "help"]);

/** The second words of commands. A text goes on behind a command, so they cannot be told otherwise. */
const SECOND: Readonly<Record<string, string>> = {
  agents: "list halt resume tie untie",
  audit: "verify export prove verify-proof seal",
  backup: "check drill",
  channels: "list add remove check",
  clock: "show accept",
  deliveries: "list show resend drop",
  grant: "verify keys rotate",
  keys: "create accept list rotate revoke",
  liaison:
    "list show say share withdraw review token attachment progress complete report fitness export events graph graph-query erase",
  links: "list chat first remove",
  memory: "list read history search restore write delete export import",
  migrate: "sqlite-to-postgres",
  operators: "list add link remove",
  permissions: "list give revoke",
  policy: "show check test explain coverage upgrade apply log diff blame",
  record: "show accept",
  review: "requests run",
  route: "test",
  runs: "list show follow compare report",
  sessions: "list show follow start pending begin resume cancel export import",
  signer: "list add admit end owner lost root",
  subscriptions: "list add rotate remove test",
  "web-sessions": "list revoke",
};

const WORDS = /^([a-z][a-z-]*[a-z])(?: ([a-z][a-z-]*[a-z]))?/;

/** The option that names the data folder, unless it is found here without it. */
export function folderOf(data: string): string {
  return isFoundHere(data) ? "" : ` --data ${shellLine([data])}`;
}

/**
 * The same text, whose commands name the data folder of the command that prints it. Without it they
 * would be carried out on the one that is found. Not for what others wrote: it must be shown as it is.
 */
export function withFolder(text: string, data: string): string {
  const folder = text.includes(PROGRAM) ? folderOf(data) : "";
  if (folder === "") return text;
  const [before = "", ...commands] = text.split(PROGRAM);
  return [before, ...commands.map((rest) => placed(rest, folder))].join(PROGRAM);
}

/** `rest` is one command without the program, and the text behind it. */
function placed(rest: string, folder: string): string {
  const [both, name = "", second = ""] = WORDS.exec(rest) ?? [];
  if (both === undefined || WITHOUT.has(name) || rest.includes(folder)) return rest;
  const command = SECOND[name]?.split(" ").includes(second) === true ? both : name;
  return command + folder + rest.slice(command.length);
}
