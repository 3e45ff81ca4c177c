import { type ControlProps, classes } from "./control.ts";
import { useFirstFocus } from "./first-focus.ts";

interface Props<T extends string> extends ControlProps {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>(props: Props<T>) {
  const { value, options, onChange, autoFocus = false, ...rest } = props;
  const ref = useFirstFocus<HTMLSelectElement>(autoFocus);
  const attributes: object = rest;
  return (
    <select
      {...attributes}
      ref={ref}
      class={classes("input select", rest.class)}
      value={value}
      onChange={(event) => {
        const chosen = options[event.currentTarget.selectedIndex];
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
