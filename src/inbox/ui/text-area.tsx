import { type ControlProps, classes } from "./control.ts";
import { useFirstFocus } from "./first-focus.ts";

interface Props extends ControlProps {
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly rows?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly spellcheck?: boolean | undefined;
}

/** Grows with what is typed, up to a part of the window; see the style sheet. */
export function TextArea({ onInput, autoFocus = false, ...rest }: Props) {
  const ref = useFirstFocus<HTMLTextAreaElement>(autoFocus);
  const attributes: object = rest;
  return (
    <textarea
      rows={3}
      dir="auto"
      {...attributes}
      ref={ref}
      class={classes("input text-area", rest.class)}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
