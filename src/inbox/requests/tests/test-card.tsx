import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { say } from "./messages/messages.ts";

const WIDTH = 120;

type Test = NonNullable<InboxDetail["test"]>;

/** What is said in the place of the buttons, once it is over: that it was a test, and what was wrong. */
export function TestCard({ test: { outcome, twist } }: { readonly test: Test }) {
  return (
    <section class="decide outcome" aria-label={say("name")}>
      <p class="outcome-words" role="status">
        <span class="status">
          <Icon name={outcome === "caught" ? "check" : "question"} />
        </span>
        <strong>{endedWords(outcome)}</strong>
      </p>
      <p class="whole-text outcome-detail">{wordsOf(twist)}</p>
      <p class="hint">{say("share")}</p>
    </section>
  );
}

function endedWords(outcome: Test["outcome"]): string {
  switch (outcome) {
    case "caught":
      return say("caught");
    case "missed":
      return say("missed");
    case "ended":
      return say("ended");
  }
}

function wordsOf(twist: Test["twist"]): string {
  const at = oneLine(twist.at, WIDTH);
  switch (twist.kind) {
    case "amount":
      return say("amount", { at, times: twist.times });
    case "address":
      return say("address", { at, was: oneLine(twist.was, WIDTH), is: oneLine(twist.is, WIDTH) });
    case "reason":
      return say("reason", { at, said: oneLine(twist.said, WIDTH), is: oneLine(twist.is, WIDTH) });
  }
}
