import { useEffect, useId, useState } from "preact/hooks";
import { oneLine } from "../../render/visible-text.ts";
import { go } from "../browser/router.ts";
import { api } from "../server/api.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Input } from "../ui/input.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { type Command, commands } from "./commands.ts";
import { say } from "./messages/messages.ts";
import { fitting } from "./palette-match.ts";

const SHOWN = 60;

interface Props {
  /** The keys that did something when it was opened. */
  readonly pressable: readonly string[];
  readonly onClose: () => void;
}

/** All commands by their names: a text field whose arrow keys choose from the list below. */
export function Palette({ pressable, onClose }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [known] = useState(() => commands(pressable));
  const agents = useAgents();
  const id = useId();
  const found = fitting([...known, ...agents], text).slice(0, SHOWN);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    // After the dialog has closed, so that the focus is back where the command applies.
    setTimeout(command.run);
  };
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setAt((at + step + found.length) % Math.max(1, found.length));
    else if (event.key === "Enter") run(found[at]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <Dialog title={say("palette")} onClose={onClose}>
      <Input
        type="search"
        aria-label={say("palette.command")}
        placeholder={say("palette.wanted")}
        value={text}
        onInput={(now) => {
          setText(now);
          setAt(0);
        }}
        onKeyDown={move}
        combobox={{ list: `${id}-list`, active: `${id}-${at}` }}
        autoFocus
      />
      <div class="palette" role="listbox" id={`${id}-list`} aria-label={say("commands")}>
        {found.map((command, index) => (
          <button
            key={`${command.group} ${command.name}`}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            <span class="palette-group">{say(`group.${command.group}`)}</span>
            {command.keys === undefined ? null : <KeyHint keys={command.keys} />}
          </button>
        ))}
      </div>
      {found.length === 0 ? <p class="muted">{say("palette.none")}</p> : null}
    </Dialog>
  );
}

function useAgents(): readonly Command[] {
  const [agents, set] = useState<readonly Command[]>([]);
  useEffect(() => {
    api.listAgents().then(
      ({ items }) =>
        set(
          items.map(({ principal: { name } }) => ({
            name: say("palette.agent", { name: oneLine(name, 60) }),
            group: "go",
            run: () => go(`/?${new URLSearchParams({ q: `agent:${name}` })}`),
          })),
        ),
      () => undefined,
    );
  }, []);
  return agents;
}
