import { useState } from "preact/hooks";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { latePart } from "../../ui/late.tsx";
import { say } from "./messages/messages.ts";

const WhyRules = latePart(async () => (await import("../../policy/why-rules.tsx")).WhyRules);

/** Why the rules said what they said of it; asked for once somebody opens it. */
export function WhyPart({ request }: { readonly request: Shown<AuthorizationRequest> }) {
  const [isOpen, setOpen] = useState(false);
  const title = titleOf(request);
  return (
    <section class="part" aria-label={title}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h3>{title}</h3>
        </summary>
        <div class="part-body">
          {isOpen ? <WhyRules id={request.id} version={request.version} /> : null}
        </div>
      </details>
    </section>
  );
}

function titleOf(request: Shown<AuthorizationRequest>): string {
  const isByRule =
    (request.status === "approved" || request.status === "rejected") &&
    request.basis.kind === "rule";
  if (!isByRule) return say("why.asked");
  return request.status === "approved" ? say("why.allowed") : say("why.refused");
}
