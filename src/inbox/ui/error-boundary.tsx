import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/**
 * If a part cannot be drawn, it says so in its place: nothing in it can be decided then, and
 * everything around it works.
 */
export function Guarded({ children }: { readonly children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <div class="guarded">
      <Notice kind="error">
        <p>This cannot be shown, so nothing can be decided here. Use the command line.</p>
        <Button onClick={reset}>Try again</Button>
      </Notice>
    </div>
  );
}
