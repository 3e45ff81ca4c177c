import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../../../src/client/index.ts";
import { readKeyFile } from "../../../../src/system/data-folder.ts";
import { ownKey } from "../../../support/own-key.ts";
import { OPERATORS } from "./operators.ts";
import type { Side } from "./side.ts";

const LINKED_WITHIN_MS = 60_000;
const LOOK_MS = 50;

/** On a new data folder: an operator for each platform, who links as people do, and shared chats. */
export async function foundHub(
  url: string,
  { dataFolder, sides }: { readonly dataFolder: string; readonly sides: readonly Side[] },
): Promise<void> {
  const owner = createClient({ url, key: readKeyFile(dataFolder, "operator") ?? "" });
  for (const side of sides) {
    const name = OPERATORS[side.kind];
    const { secret } = await ownKey(owner, { kind: "person", name, role: "approver" });
    const { code } = await createClient({ url, key: secret }).createLinkCode({
      channel: side.kind,
    });
    const [own, ...shared] = side.chats;
    await side.say(own, `link ${code}`);
    for (const chatId of shared) await owner.linkChat({ channel: side.kind, chatId });
  }
  const chats = sides.flatMap((side) => side.chats).length;
  const untilMs = Date.now() + LINKED_WITHIN_MS;
  while ((await owner.listLinks()).items.length < chats) {
    if (Date.now() > untilMs) throw new Error("Not everybody is linked.");
    await pause(LOOK_MS);
  }
}
