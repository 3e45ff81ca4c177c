import type { EditField } from "../editor/fields.ts";
import { FileControl } from "../editor/file-control.tsx";
import type { AnswerDraft } from "../pane/answer-draft.ts";
import { attachedTo, withAttached } from "./attached-files.ts";
import { say } from "./messages/messages.ts";

interface Props {
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
}

/** Files beside an answer whose form asks for none. */
export function AttachFiles({ draft, setDraft }: Props) {
  const field: EditField = {
    pointer: "",
    name: say("attached"),
    within: [],
    kind: "files",
    isLong: false,
    isRequired: false,
    choices: [],
    choiceNames: [],
    columns: [],
    schema: { type: "array", items: { format: "file" } },
  };
  return (
    <FileControl
      field={field}
      value={attachedTo(draft)}
      onType={(files) => setDraft(withAttached(draft, files))}
      aria-label={say("attach")}
    />
  );
}
