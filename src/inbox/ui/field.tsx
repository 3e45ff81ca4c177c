import { type ComponentChildren, cloneElement, isValidElement } from "preact";
import { useId } from "preact/hooks";

interface Props {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** The one control that it is about. */
  readonly children: ComponentChildren;
}

/** A control with its label above, and a hint or an error below. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const note = hint === undefined && error === undefined ? undefined : `${id}-note`;
  const described = { id, "aria-describedby": note, "aria-invalid": error ? true : undefined };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isValidElement(children) ? cloneElement(children, described) : children}
      {note === undefined ? null : (
        <div id={note} class={error === undefined ? "hint" : "error"}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
