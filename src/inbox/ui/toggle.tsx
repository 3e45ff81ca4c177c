import type { ComponentChildren } from "preact";

interface Props {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly hint?: ComponentChildren;
}

export function Toggle({ label, checked, onChange, disabled = false, hint }: Props) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="toggle-words">
        {label}
        {hint === undefined ? null : <span class="hint">{hint}</span>}
      </span>
    </label>
  );
}
