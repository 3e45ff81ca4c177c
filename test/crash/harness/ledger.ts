import type { PrincipalId, RequestId } from "../../../src/domain/id.ts";
import { answerText } from "../../../src/domain/requests/question.ts";
import type { ShownRequest } from "../../../src/domain/requests/request.ts";

export const OPERATION_KINDS = [
  "ask",
  "answer",
  "cancel",
  "tell",
  "seek",
  "approve",
  "collect",
  "redeem",
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** One call that changes something, repeated with its key until it is acknowledged. */
export interface Operation {
  readonly kind: OperationKind;
  /**
   * Unique in a run, and the first word of everything the operation writes: it tells which
   * operation a row belongs to.
   */
  readonly label: string;
  readonly text: string;
  readonly key: string;
  readonly by: PrincipalId;
  /** The request that is answered, cancelled or approved. */
  readonly target?: RequestId;
  /** The approval that is collected or used. */
  readonly approval?: RequestId;
  /** Whether the question may close by time. */
  readonly expires?: boolean;
  /** `refused`: told that somebody else was faster. */
  state: "sent" | "done" | "refused";
  /** The id of what was made or changed, once it is acknowledged. */
  result?: string;
}

export interface OperationDraft {
  readonly kind: OperationKind;
  readonly by: PrincipalId;
  readonly text: string;
  readonly target?: RequestId;
  readonly approval?: RequestId;
  readonly expires?: boolean;
}

/** What somebody was told about a closed request, except by the reply to their own change. */
export interface Told {
  readonly id: RequestId;
  readonly outcome: string;
}

export interface Violation {
  readonly cycle: number;
  readonly what: string;
}

/**
 * Everything that was asked of the servers and everything they replied, kept outside of them. What
 * is acknowledged here must be found again, whatever is killed.
 */
export interface Ledger {
  begin(draft: OperationDraft): Operation;
  acknowledge(operation: Operation, result: string): void;
  refuse(operation: Operation): void;
  /** A wait has ended with this request. */
  told(request: ShownRequest): void;
  find(label: string): Operation | undefined;
  /** What was begun with an approval, or when a request closed. */
  about(id: RequestId): readonly Operation[];
  /** The change that was acknowledged as the one that closed a request. */
  closerOf(id: RequestId): Operation | undefined;
  violate(what: string): void;
  /** What was acknowledged, refused or told since the last call, and what is still under way. */
  takeUnchecked(): { readonly operations: readonly Operation[]; readonly told: readonly Told[] };
  readonly operations: readonly Operation[];
  readonly violations: readonly Violation[];
  acknowledged(): number;
  /** Resolves at the next acknowledgement. */
  nextReply(): Promise<void>;
  /** The current cycle; violations are recorded with it. */
  cycle: number;
}

export function createLedger(): Ledger {
  const operations: Operation[] = [];
  const byLabel = new Map<string, Operation>();
  const byRequest = new Map<RequestId, Operation[]>();
  const runs = new Map<RequestId, Operation>();
  const closers = new Map<RequestId, Operation>();
  const violations: Violation[] = [];
  const onTheirWay = new Set<Operation>();
  let settled: Operation[] = [];
  let told: Told[] = [];
  let acknowledged = 0;
  let reply = Promise.withResolvers<void>();

  function settle(operation: Operation): void {
    onTheirWay.delete(operation);
    settled.push(operation);
  }

  /** Only one of those who are told so may run the action. */
  function noteRun(operation: Operation): void {
    const { kind, approval, label } = operation;
    if (kind !== "redeem" || approval === undefined) return;
    const earlier = runs.get(approval);
    if (earlier !== undefined) {
      ledger.violate(`${approval} ran twice, for ${earlier.label} and ${label}`);
    }
    runs.set(approval, operation);
  }

  const ledger: Ledger = {
    operations,
    violations,
    cycle: 0,
    begin({ text, ...draft }) {
      const label = `${draft.kind}-${operations.length}`;
      const operation: Operation = {
        ...draft,
        label,
        text: `${label} ${text}`,
        key: `crash_${label}`,
        state: "sent",
      };
      operations.push(operation);
      byLabel.set(label, operation);
      const request = draft.target ?? draft.approval;
      if (request !== undefined) {
        byRequest.set(request, [...(byRequest.get(request) ?? []), operation]);
      }
      onTheirWay.add(operation);
      return operation;
    },
    acknowledge(operation, result) {
      operation.state = "done";
      operation.result = result;
      acknowledged += 1;
      reply.resolve();
      settle(operation);
      noteRun(operation);
      if (operation.target === undefined) return;
      const earlier = closers.get(operation.target);
      if (earlier !== undefined) {
        ledger.violate(`${operation.target} was closed by ${earlier.label} and ${operation.label}`);
      }
      closers.set(operation.target, operation);
    },
    refuse(operation) {
      operation.state = "refused";
      settle(operation);
    },
    told: (request) => void told.push({ id: request.id, outcome: outcomeOf(request) }),
    find: (label) => byLabel.get(label),
    about: (id) => byRequest.get(id) ?? [],
    closerOf: (id) => closers.get(id),
    violate: (what) => void violations.push({ cycle: ledger.cycle, what }),
    acknowledged: () => acknowledged,
    nextReply() {
      reply = Promise.withResolvers<void>();
      return reply.promise;
    },
    takeUnchecked() {
      const unchecked = { operations: [...settled, ...onTheirWay], told };
      settled = [];
      told = [];
      return unchecked;
    },
  };
  return ledger;
}

/** The state of a request as text. Two texts are equal only if the whole state is. */
export function outcomeOf(request: ShownRequest): string {
  switch (request.status) {
    case "answered":
      return `answered: ${answerText(request.answer)}`;
    case "cancelled":
      return `cancelled: ${request.reason ?? ""}`;
    case "approved":
      return `approved: ${request.closedBy?.principal}`;
    default:
      return request.status;
  }
}

/** The state of a request that this operation closed. */
export function closedBy({ kind, text, by }: Operation): string {
  if (kind === "approve") return `approved: ${by}`;
  return kind === "answer" ? `answered: ${text}` : `cancelled: ${text}`;
}

/** The first word of a text, by which its operation is found. */
export function labelOf(text: string): string {
  const [label = ""] = text.split(" ", 1);
  return label;
}
