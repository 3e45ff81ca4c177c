import { useMemo } from "preact/hooks";
import type { JsonObject } from "../../../domain/json.ts";
import { FieldList } from "../editor/field-list.tsx";
import { fieldsOf } from "../editor/fields.ts";
import type { AnswerDraft } from "../pane/answer-draft.ts";

interface Props {
  readonly schema: JsonObject;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
}

/** The fields that a question asks for. */
export function FormFields({ schema, draft, setDraft }: Props) {
  const fields = useMemo(() => fieldsOf({ value: {}, schema }), [schema]);
  return (
    <FieldList
      fields={fields}
      typed={draft.typed}
      isForm={true}
      onType={(typed) => setDraft({ ...draft, typed })}
    />
  );
}
