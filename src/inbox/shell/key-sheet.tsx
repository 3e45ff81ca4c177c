import { useState } from "preact/hooks";
import { KEY_GROUPS, KEY_LIST } from "../browser/key-table.ts";
import { letterKeys } from "../browser/settings.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { say } from "./messages/messages.ts";

/** A key as people call it; letters and signs are called as they look. */
function spokenKey(key: string): string {
  if (key === "ArrowLeft") return say("arrow.left");
  return key === "ArrowRight" ? say("arrow.right") : key;
}

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = KEY_LIST.map(({ name, key, group }) => ({
    key,
    group,
    what: say(`key.${name}`),
  })).filter(({ key, what }) => `${key} ${what}`.toLowerCase().includes(wanted));
  const groups = KEY_GROUPS.map((name) => ({
    name,
    keys: found.filter(({ group }) => group === name),
  })).filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title={say("keyboard")} onClose={onClose}>
      <Field label={say("keyboard.find")}>
        <Input type="search" value={text} onInput={setText} autoFocus />
      </Field>
      <div class="key-groups">
        {groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{say(`group.${name}`)}</h3>
            <dl>
              {keys.map(({ key, what }) => (
                <div key={key}>
                  <dt>{what}</dt>
                  <dd>
                    <span class="visually-hidden">{spokenKey(key)}</span>
                    <KeyHint keys={key} always />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {groups.length === 0 ? <Empty title={say("keyboard.none")} /> : null}
      <Toggle
        label={say("keyboard.letters")}
        hint={say("keyboard.letters.hint")}
        checked={letterKeys.value}
        onChange={(checked) => {
          letterKeys.value = checked;
        }}
      />
    </Dialog>
  );
}
