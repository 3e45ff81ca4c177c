import type { ComponentChildren } from "preact";

interface Props {
  readonly title: string;
  /** What the reader can do next. */
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: Props) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children === undefined ? null : <div class="empty-words">{children}</div>}
    </div>
  );
}
