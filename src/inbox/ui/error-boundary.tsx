import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Button } from "./button.tsx";
import { say } from "./messages/messages.ts";
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
        <p>{say("broken")}</p>
        <Button onClick={reset}>{say("try-again")}</Button>
      </Notice>
    </div>
  );
}
