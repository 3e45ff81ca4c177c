import type { NoOperatorKey } from "../../compose/found-workspace.ts";
import type { RunningServer } from "../../compose/server.ts";
import { visibleText } from "../../render/visible-text.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { folderOf } from "../terminal/ensure-server.ts";
import type { RunContext } from "../terminal/run-context.ts";

interface Place {
  /** Where the key is looked for. */
  readonly path: string;
  /** What names the folder in a command. */
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
    `a new one wants a second owner's yes (owners: 2). A former one is good still, as that of the folder of a backup: copy it to ${path}.${page} Where there is neither, whoever runs the server stops it and takes the demand off, which makes a key and tells all owners: npx earshot start --without-second-owner${of}`,
};

/** Says how to go on where the data folder has no operator's key, and none was made. */
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
