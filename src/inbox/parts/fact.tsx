import type { ComponentChildren } from "preact";

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** One line of a list of facts; belongs in a `dl`. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
