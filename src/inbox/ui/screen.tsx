import type { ComponentChildren } from "preact";

interface Props {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a screen other than the inbox. */
export function Screen({ title, actions, children }: Props) {
  return (
    <main class="screen" aria-label={title} tabIndex={-1}>
      <header class="screen-head">
        <h1>{title}</h1>
        {actions === undefined ? null : <div class="screen-actions">{actions}</div>}
      </header>
      <div class="screen-body">{children}</div>
    </main>
  );
}
