import type { SchemaCheck } from "../domain/answer-check.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import { toTimestamp } from "../domain/timestamp.ts";
import type { Anchor } from "../ports/anchor.ts";
import type { AuditReader } from "../ports/audit.ts";
import type { Clock } from "../ports/clock.ts";
import type { Digest } from "../ports/digest.ts";
import type { Ids } from "../ports/ids.ts";
import type { InboxReader } from "../ports/inbox-reader.ts";
import type { Passkeys } from "../ports/passkeys.ts";
import type { PatternSearch } from "../ports/pattern-search.ts";
import type { ProcessFigures } from "../ports/process-figures.ts";
import type { RunsReader } from "../ports/runs.ts";
import type { Signer } from "../ports/signer.ts";
import type { Store } from "../ports/store.ts";
import type { Vault } from "../ports/vault.ts";
import { createEventTail, type EventTail } from "./event-tail.ts";
import { type Commit, type CommitListener, createGroupCommit } from "./group-commit.ts";
import { createPeople, type People } from "./people.ts";
import { createPolicies, type Policies } from "./policies.ts";
import { createTally, type TallyBook } from "./tally.ts";
import { createWaiters, type Waiters } from "./waiters.ts";

/** What the core needs from outside. */
export interface Ports {
  readonly store: Store;
  readonly audit: AuditReader;
  readonly search: PatternSearch;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digest: Digest;
  readonly checkSchema: SchemaCheck;
  readonly process: ProcessFigures;
  readonly signer: Signer;
  readonly vault: Vault;
  readonly anchor: Anchor;
  readonly passkeys: Passkeys;
  readonly inbox: InboxReader;
  readonly runs: RunsReader;
}

export interface Limits {
  /** The longest that one call may wait. */
  readonly maxHoldMs: number;
}

const DEFAULT_LIMITS: Limits = { maxHoldMs: 55_000 };

/** The first argument of every use case. */
export interface Context extends Ports {
  readonly limits: Limits;
  readonly commit: Commit;
  readonly waiters: Waiters;
  readonly tail: EventTail;
  readonly tally: TallyBook;
  readonly policies: Policies;
  readonly people: People;
  /** Adds a listener that hears of each change once it is on disk; it must not throw. */
  readonly onCommit: (listener: CommitListener) => void;
}

export function createContext(ports: Ports, limits: Limits = DEFAULT_LIMITS): Context {
  const waiters = createWaiters();
  const tail = createEventTail();
  const listeners: CommitListener[] = [
    (change, result) => {
      if (result.outcome !== "committed") return;
      tail.append(change.workspace, result.events);
      for (const write of change.writes) {
        if (write.type === "request.update" && write.request.status !== "open") {
          waiters.wake(write.request);
        }
      }
    },
  ];
  const commit = createGroupCommit(ports.store, ports.clock, (change, result) => {
    for (const listen of listeners) listen(change, result);
  });
  const tally = createTally({ clock: ports.clock, commit });
  const onCommit = (add: CommitListener) => listeners.push(add);
  const policies = createPolicies(ports);
  onCommit(policies.committed);
  const people = createPeople(ports.store);
  onCommit(people.committed);
  return { ...ports, limits, waiters, tail, tally, policies, people, commit, onCommit };
}

export function nowOf(ctx: Pick<Context, "clock">): Timestamp {
  return toTimestamp(ctx.clock.now());
}
