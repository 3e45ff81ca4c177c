import type { ShownValue } from "../../render/shown-json.ts";
import { say } from "./messages/messages.ts";
import { RevealedText } from "./revealed-text.tsx";

interface Props {
  /** Only a path if there is no value. */
  readonly args: readonly (ShownValue | { readonly path: string })[];
}

/** Arguments as the trusted renderer shows them, each in full. */
export function ArgList({ args }: Props) {
  return (
    <dl class="args">
      {args.map((shown, index) => (
        <div key={index} class={"lines" in shown ? "arg arg-long" : "arg"}>
          <dt class="mono">
            {shown.path === "" ? say("arguments") : <RevealedText text={shown.path.slice(1)} />}
          </dt>
          <dd class="mono">
            <Value shown={shown} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ shown }: { readonly shown: Props["args"][number] }) {
  if ("value" in shown) return <RevealedText text={shown.value} />;
  if (!("lines" in shown)) return <span class="muted">{say("not-there")}</span>;
  return (
    <pre>
      {shown.lines.map((line, index) => (
        <span key={index} class="line">
          <RevealedText text={line} />
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
