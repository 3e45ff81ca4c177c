import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { useKeptFocus } from "./use-kept-focus.ts";

interface Props {
  readonly title: string;
  /** One or two sentences about its purpose. */
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A part of a screen with its own heading. */
export function Section({ title, about, actions, children }: Props) {
  const id = useId();
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root);
  return (
    <section class="section" aria-labelledby={id} ref={root}>
      <header class="section-head">
        <div>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {about === undefined ? null : <p class="about">{about}</p>}
        </div>
        {actions === undefined ? null : <div class="section-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
