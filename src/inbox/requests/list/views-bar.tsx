import { useState } from "preact/hooks";
import { oneLine } from "../../../render/visible-text.ts";
import { go } from "../../browser/router.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { say } from "./messages/messages.ts";
import { pathOf, query } from "./split.ts";
import { removeView, saveView, viewCounts, viewPath, views } from "./views.ts";
import { keptTo, keptToNone, MOST_NAME_CHARS, MOST_VIEWS } from "./views-model.ts";

/** The saved searches, and what saves the search that is shown. */
export function ViewsBar() {
  const asked = query.value;
  const saved = views.value.find((view) => view.query === asked);
  const mayAdd = asked !== "" && saved === undefined && views.value.length < MOST_VIEWS;
  const remove = () => {
    if (saved === undefined) return;
    removeView(saved);
    go(pathOf("needs_me", undefined, ""));
  };
  return (
    <nav class="views" aria-label={say("views")}>
      <ul>
        {views.value.map((view) => (
          <li key={view.query}>
            <a
              href={viewPath(view)}
              title={view.query}
              aria-current={view === saved ? "page" : undefined}
            >
              {oneLine(view.name, MOST_NAME_CHARS)}
              <span class="count">{viewCounts.value.get(view.query) ?? ""}</span>
            </a>
          </li>
        ))}
      </ul>
      {asked === "" ? null : <Whose text={asked} />}
      {mayAdd ? <SaveView text={asked} /> : null}
      {saved === undefined ? null : (
        <Button kind="quiet" onClick={remove}>
          {say("views.remove")}
        </Button>
      )}
    </nav>
  );
}

/** A search finds what waits for others too: they are kept apart by one press. */
function Whose({ text }: { readonly text: string }) {
  const choices = [
    { label: say("views.all"), query: keptToNone(text) },
    { label: say("views.mine"), query: keptTo("mine", text) },
    { label: say("views.others"), query: keptTo("others", text) },
  ];
  return (
    <ul aria-label={say("views.whose")}>
      {choices.map(({ label, query: sought }) => (
        <li key={label}>
          <a
            href={pathOf("needs_me", undefined, sought)}
            aria-current={sought === text ? "page" : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function SaveView({ text }: { readonly text: string }) {
  const [isOpen, open] = useState(false);
  const [name, setName] = useState("");
  const save = () => {
    saveView({ name, query: text });
    open(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => open(true)}>
        {say("views.save")}
      </Button>
      {isOpen ? (
        <FormDialog
          title={say("views.save.title")}
          submit={say("save")}
          isReady={name.trim() !== ""}
          onSubmit={save}
          onClose={() => open(false)}
        >
          <p class="muted">{text}</p>
          <Field label={say("name")}>
            <Input value={name} maxLength={MOST_NAME_CHARS} onInput={setName} autoFocus />
          </Field>
        </FormDialog>
      ) : null}
    </>
  );
}
