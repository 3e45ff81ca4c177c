import type { RequestId } from "../../../src/domain/id.ts";
import { type ChainHead, chainFault, EMPTY_HEAD } from "../../../src/domain/log/chain.ts";
import { toHex } from "../../../src/domain/log/chain-check.ts";
import type { Request } from "../../../src/domain/requests/request.ts";
import { linkHash } from "../../../src/store/events/hash-chain.ts";
import { rowToLoggedEvent } from "../../../src/store/events/rows.ts";
import { createAttribution, type Mark } from "./attribute.ts";
import { type DiskTables, withTables } from "./disk-tables.ts";
import {
  closedBy,
  type Ledger,
  type Operation,
  type OperationKind,
  outcomeOf,
  type Told,
} from "./ledger.ts";

/*
 * Compares what is on disk with the ledger, past the server; each time only what was added.
 *
 *   log     Sequence numbers have no gap, every hash follows from the one before, and the head that
 *           was seen last is still there: nothing was cut off at the end.
 *   whole   Each row has its event, each event its row, and both their idempotency key: a change is
 *           there whole or not at all, whether it was acknowledged or not.
 *   whose   Each event was caused by one operation of the ledger, and each operation has caused one
 *           event at most, however often it was sent.
 *   kept    What was acknowledged is there with exactly its content. Who was told "too late" has
 *           changed nothing, and the words of a late answer are kept.
 *   runs    A grant is there only for what was approved by a vote in the log, and is used once.
 *   once    A request closes once, and what a waiter was told of it is what is there.
 */
export interface DiskCheck {
  check(unchecked: Unchecked): void;
  /** The head of the log when it was last read. */
  head(): { readonly seq: number; readonly hash: string };
}

export interface Unchecked {
  readonly operations: readonly Operation[];
  readonly told: readonly Told[];
}

export function createDiskCheck(path: string, ledger: Ledger): DiskCheck {
  const tablesCheck = createTablesCheck(ledger);
  return {
    head: tablesCheck.head,
    check: (unchecked) => withTables(path, (tables) => tablesCheck.check(tables, unchecked)),
  };
}

/** The same for tables that somebody else reads, all at one moment. */
export interface TablesCheck extends Pick<DiskCheck, "head"> {
  check(tables: DiskTables, unchecked: Unchecked): void;
}

export function createTablesCheck(ledger: Ledger): TablesCheck {
  const attribution = createAttribution(ledger);
  const lastRow = { requests: 0, messages: 0 };
  let head: ChainHead = EMPTY_HEAD;

  function checkHead(tables: DiskTables): void {
    if (head.seq === 0) return;
    const row = tables.event(head.seq);
    if (row === undefined) ledger.violate(`event ${head.seq} was there and is gone`);
    else if (toHex(row.hash) !== toHex(head.hash)) {
      ledger.violate(`event ${head.seq} was written anew`);
    }
  }

  function checkLog(tables: DiskTables, fresh: Set<string>): void {
    for (const row of tables.eventsAfter(head.seq)) {
      const logged = rowToLoggedEvent(row);
      const fault = chainFault(head, logged, linkHash);
      if (fault !== undefined) ledger.violate(`the chain is broken: ${fault}`);
      head = { seq: logged.event.seq, hash: logged.hash };
      attribution.attribute(logged.event, tables, fresh);
    }
  }

  function newRows(tables: DiskTables): Set<string> {
    const fresh = new Set<string>();
    for (const table of ["requests", "messages"] as const) {
      for (const { id, number } of tables.rowsAfter(table, lastRow[table])) {
        fresh.add(id);
        lastRow[table] = number;
      }
    }
    return fresh;
  }

  function checkOperation(tables: DiskTables, operation: Operation): void {
    const mark = attribution.markOf(operation);
    const fault = markFault(operation, mark) ?? keyFault(tables.resultOfKey(operation), mark);
    if (fault !== undefined) ledger.violate(`${operation.label} (${operation.state}) ${fault}`);
    if (operation.target !== undefined) checkTarget(operation, tables.request(operation.target));
    if (operation.approval !== undefined) checkGrant(tables, operation.approval);
  }

  /** A grant exists once it was collected, and is used once it was redeemed. */
  function checkGrant(tables: DiskTables, id: RequestId): void {
    const isDone = (kind: OperationKind) => (one: Operation) =>
      one.kind === kind && attribution.markOf(one) !== undefined;
    const all = ledger.about(id);
    const grant = tables.grant(id);
    if ((grant !== undefined) !== all.some(isDone("collect"))) {
      ledger.violate(`the grant of ${id} is in the row or in the log alone`);
    }
    if ((grant?.consumedAt !== undefined) !== all.some(isDone("redeem"))) {
      ledger.violate(`the grant of ${id} is used in the row or in the log alone`);
    }
  }

  function checkTarget(operation: Operation, request: Request | undefined): void {
    const mark = attribution.markOf(operation);
    const isInLog = mark !== undefined && !mark.isLate;
    const isInRow = request !== undefined && outcomeOf(request) === closedBy(operation);
    if (isInLog === isInRow) return;
    const where = isInLog ? "in the log and not in the row" : "in the row and not in the log";
    ledger.violate(`${operation.label} has closed ${operation.target} ${where}`);
  }

  function checkTold(tables: DiskTables, { id, outcome }: Told): void {
    const request = tables.request(id);
    const now = request === undefined ? "not there" : outcomeOf(request);
    if (now !== outcome) ledger.violate(`a waiter of ${id} was told "${outcome}"; it is "${now}"`);
  }

  return {
    head: () => ({ seq: head.seq, hash: toHex(head.hash) }),
    check(tables, { operations, told }) {
      checkHead(tables);
      const fresh = newRows(tables);
      checkLog(tables, fresh);
      for (const id of fresh) ledger.violate(`${id} is there without an event`);
      for (const operation of operations) checkOperation(tables, operation);
      for (const one of told) checkTold(tables, one);
    },
  };
}

/** What is wrong with the trace of an operation, given what its caller was told. */
function markFault({ kind, state, result }: Operation, mark: Mark | undefined): string | undefined {
  if (state === "sent") return undefined;
  if (state === "done") {
    if (mark === undefined) return "was acknowledged and is lost";
    if (mark.isLate) return "was acknowledged and came too late";
    return mark.result === result ? undefined : `made ${mark.result}; its caller heard ${result}`;
  }
  if (mark?.isLate === false) return "was refused and done all the same";
  return kind === "answer" && mark === undefined
    ? "came too late and its words are lost"
    : undefined;
}

/** An idempotency key exists exactly if its change does. */
function keyFault(result: string | undefined, mark: Mark | undefined): string | undefined {
  if (result === mark?.result) return undefined;
  return mark === undefined
    ? `left its key, for ${result}, and nothing else`
    : `left ${mark.result} and ${result === undefined ? "no key" : `a key for ${result}`}`;
}
