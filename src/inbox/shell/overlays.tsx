import { useEffect, useState } from "preact/hooks";
import { announced } from "../browser/announce.ts";
import { KEYS } from "../browser/key-table.ts";
import { useKeys } from "../browser/keys.ts";
import { needsMe } from "../requests/list/state.ts";
import { GO } from "./commands.ts";
import { KeySheet } from "./key-sheet.tsx";
import { Palette } from "./palette.tsx";

const GO_KEYS = Object.fromEntries(GO.map(({ keys = "", run }) => [keys, run]));

/** What works on every screen: commands, keys, what is read aloud, the title of the window. */
export function Overlays() {
  const [open, setOpen] = useState<"palette" | "keys" | undefined>(undefined);
  const close = () => setOpen(undefined);
  useKeys("page", {
    ...GO_KEYS,
    [KEYS.commands.key]: () => setOpen("palette"),
    [KEYS.keys.key]: () => setOpen("keys"),
  });
  const count = needsMe.value;
  useEffect(() => {
    document.title = count === 0 ? "Earshot" : `(${count}) Earshot`;
  }, [count]);
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite">
        {announced.value}
      </div>
      {open === "palette" ? <Palette onClose={close} /> : null}
      {open === "keys" ? <KeySheet onClose={close} /> : null}
    </>
  );
}
