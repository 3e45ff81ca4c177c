import { useState } from "preact/hooks";
import { KEY_GROUPS, KEY_LIST } from "../browser/key-table.ts";
import { letterKeys } from "../browser/settings.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { Toggle } from "../ui/toggle.tsx";

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = KEY_LIST.filter(({ key, what }) => `${key} ${what}`.toLowerCase().includes(wanted));
  const groups = KEY_GROUPS.map((title) => ({
    title,
    keys: found.filter(({ group }) => group === title),
  })).filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <Field label="Find a key">
        <Input type="search" value={text} onInput={setText} autoFocus />
      </Field>
      <div class="key-groups">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ key, what }) => (
                <div key={key}>
                  <dt>{what}</dt>
                  <dd>
                    <span class="visually-hidden">{key}</span>
                    <KeyHint keys={key} always />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {groups.length === 0 ? <Empty title="No such key" /> : null}
      <Toggle
        label="Single letters, digits and signs are keys"
        hint="Switch them off if they get in the way of other input; Ctrl and arrow keys stay."
        checked={letterKeys.value}
        onChange={(checked) => {
          letterKeys.value = checked;
        }}
      />
    </Dialog>
  );
}
