import type { Ref } from "preact";
import { type ControlProps, classes } from "./control.ts";
import { useFirstFocus } from "./first-focus.ts";

interface Props extends ControlProps {
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly type?:
    | "text"
    | "password"
    | "search"
    | "email"
    | "url"
    | "number"
    | "date"
    | "time"
    | "datetime-local"
    | undefined;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly inputMode?: "text" | "numeric" | "decimal" | "email" | "url" | "search" | undefined;
  readonly maxLength?: number | undefined;
  readonly min?: string | number | undefined;
  readonly max?: string | number | undefined;
  readonly step?: string | number | undefined;
  readonly spellcheck?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  /** It controls a list box: the ids of the box and of the chosen option. */
  readonly combobox?: { readonly list: string; readonly active: string } | undefined;
}

export function Input({ onInput, autoFocus = false, inputRef, combobox, ...rest }: Props) {
  const focus = useFirstFocus<HTMLInputElement>(autoFocus);
  const chooses = combobox && {
    role: "combobox",
    "aria-expanded": true,
    "aria-controls": combobox.list,
    "aria-activedescendant": combobox.active,
  };
  const attributes: object = { ...rest, ...chooses };
  return (
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      {...attributes}
      ref={inputRef ?? focus}
      class={classes("input", rest.class)}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
