import { useEffect, useState } from "preact/hooks";
import type { PolicyInForce } from "../../ports/earshot/authority.ts";
import { draftOf, dropDraft, keepDraft } from "../browser/drafts.ts";

const DRAFT = "policy";
const NO_POLICY = { version: 1, rules: [] };

export interface PolicyDraft {
  readonly text: string;
  readonly isChanged: boolean;
  /** Another policy came into force since the editing began: to apply this one would undo that. */
  readonly isOvertaken: boolean;
  write(text: string): void;
  /** Goes back to the policy in force. */
  drop(): void;
}

/** The text of a policy as it is edited; it outlives the page until it is applied or dropped. */
export function usePolicyDraft(policy: PolicyInForce): PolicyDraft {
  const inForce = textOf(policy);
  const [base, setBase] = useState(inForce);
  const [text, setText] = useState(() => draftOf(DRAFT) || inForce);
  const isUntouched = text === base;
  useEffect(() => {
    // Whoever has not begun to edit sees what is in force.
    if (!isUntouched && text !== inForce) return;
    setBase(inForce);
    setText(inForce);
  }, [inForce, isUntouched, text]);
  return {
    text,
    isChanged: text !== inForce,
    isOvertaken: !isUntouched && base !== inForce,
    write(next) {
      setText(next);
      keepDraft(DRAFT, next === inForce ? "" : next);
    },
    drop() {
      dropDraft(DRAFT);
      setBase(inForce);
      setText(inForce);
    },
  };
}

function textOf({ source = NO_POLICY }: PolicyInForce): string {
  return JSON.stringify(source, null, 2);
}
