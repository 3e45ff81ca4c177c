import { SPLITS, type Split } from "../../domain/inbox/inbox.ts";
import { KEYS } from "../browser/key-table.ts";
import { go } from "../browser/router.ts";
import { goToSplit } from "../requests/list/split.ts";
import { SCREENS } from "./screens.tsx";

/** Where keys lead. */
export const GO_KEYS = {
  ...Object.fromEntries(SPLITS.map((split) => [splitKey(split), () => goToSplit(split)])),
  ...Object.fromEntries(SCREENS.map(({ keys, path }) => [keys, () => go(path)])),
};

export function splitKey(split: Split): string {
  return KEYS[split === "needs_me" ? "inbox" : split].key;
}
