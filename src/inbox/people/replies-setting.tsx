import { useState } from "preact/hooks";
import type { SavedReplies } from "../../domain/inbox/saved-replies.ts";
import { MAX_SAVED_REPLIES } from "../../domain/limits.ts";
import { Loading } from "../parts/loading.tsx";
import { saveReplies } from "../parts/replies.ts";
import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";

/** What the operator often answers, and why they often reject. */
export function RepliesSetting() {
  const replies = useLoad(() => api.replies());
  return (
    <Section title={say("replies")} about={say("replies.about")}>
      <Loading from={replies} what={say("replies.what")}>
        {(saved) => <Form saved={saved} />}
      </Loading>
    </Section>
  );
}

function Form({ saved }: { readonly saved: SavedReplies }) {
  const [answers, setAnswers] = useState(saved.answers.join("\n"));
  const [reasons, setReasons] = useState(saved.reasons.join("\n"));
  const action = useAction();
  const faults = { answers: faultOf(answers), reasons: faultOf(reasons) };
  const isWrong = faults.answers !== undefined || faults.reasons !== undefined;
  const save = () =>
    action.run(async () => {
      await saveReplies({ answers: linesOf(answers), reasons: linesOf(reasons) });
      toast(say("replies.saved"), { kind: "good" });
    });
  return (
    <form
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={say("replies.answers")} hint={HINT} error={faults.answers}>
        <TextArea value={answers} maxLength={MOST_CHARS} onInput={setAnswers} />
      </Field>
      <Field label={say("replies.reasons")} hint={HINT} error={faults.reasons}>
        <TextArea value={reasons} maxLength={MOST_CHARS} onInput={setReasons} />
      </Field>
      <div>
        <Button type="submit" busy={action.isBusy} disabled={isWrong}>
          {say("replies.save")}
        </Button>
      </div>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
    </form>
  );
}

const HINT = say("replies.hint", { most: MAX_SAVED_REPLIES });
const MOST_CHARS = 20_000;

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

function faultOf(text: string): string | undefined {
  return linesOf(text).length > MAX_SAVED_REPLIES
    ? say("replies.most", { most: MAX_SAVED_REPLIES })
    : undefined;
}
