import type { Ref } from "preact";
import { present } from "../../../domain/present.ts";
import type { RejectInput } from "../../../ports/earshot/authority.ts";
import { onEnter } from "../../browser/keys.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly onReject: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Why the operator rejects, in one line; Enter there rejects. */
export function ReasonField({ text, onInput, onReject, inputRef }: Props) {
  return (
    <Field label={say("reason")} hint={say("reason.hint")}>
      <Input
        {...present({ inputRef })}
        value={text}
        maxLength={2000}
        spellcheck={true}
        onInput={onInput}
        onKeyDown={onEnter(onReject)}
        autoFocus
      />
    </Field>
  );
}

/** As it is sent: nothing if nothing was written. */
export function reasonOf(text: string): Pick<RejectInput, "reason"> {
  const reason = text.trim();
  return present({ reason: reason || undefined });
}
