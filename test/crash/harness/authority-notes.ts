import type { RequestId } from "../../../src/domain/id.ts";
import type { Event } from "../../../src/domain/log/event.ts";
import type { ApprovedRequest } from "../../../src/domain/requests/request.ts";
import type { Mark } from "./attribute.ts";
import type { DiskTables } from "./disk-tables.ts";
import type { Ledger, Operation, OperationKind } from "./ledger.ts";

/** Finds the operation behind an event about an approval, and checks that the rows agree. */
export interface AuthorityNotes {
  noteApproved(event: Event, request: ApprovedRequest): void;
  noteGrant(event: Event, tables: DiskTables): void;
}

export function createAuthorityNotes(
  ledger: Ledger,
  {
    mark,
    digestIs,
  }: {
    readonly mark: (operation: Operation, left: Mark) => void;
    readonly digestIs: (event: Event, expected: string) => void;
  },
): AuthorityNotes {
  const redeemed = new Set<string>();

  function leave(event: Event, operation: Operation | undefined, result: string): void {
    const { seq, type } = event;
    if (operation !== undefined) mark(operation, { seq, result, isLate: false });
    else ledger.violate(`event ${seq}, a ${type}, is of nobody ("${event.subject}")`);
  }

  function begun(kind: OperationKind, { subject, actor }: Event): readonly Operation[] {
    const all = ledger.about(subject as RequestId);
    return all.filter((operation) => operation.kind === kind && operation.by === actor);
  }

  /** Several tried to use an approval; the one whose key is stored was first. */
  function noteRedeemed(event: Event, tables: DiskTables): void {
    const { subject, seq, data } = event;
    if (redeemed.has(subject)) ledger.violate(`${subject} ran twice, the second time in ${seq}`);
    redeemed.add(subject);
    const winners = begun("redeem", event).filter((one) => tables.resultOfKey(one) !== undefined);
    if (winners.length > 1) ledger.violate(`${subject} ran twice, for ${winners.length} keys`);
    leave(event, winners[0], subject);
    const grant = tables.grant(subject);
    if (grant?.id !== data?.grant || grant?.consumedAt === undefined) {
      ledger.violate(`the grant of ${subject} was used in the log and not in its row`);
    }
  }

  return {
    noteApproved(event, { id, authorization }) {
      digestIs(event, authorization.digest);
      const voters = authorization.votes.map(({ by }) => by.principal);
      if (voters.length !== 1 || voters[0] !== event.actor) {
        ledger.violate(`${id} is approved by ${event.actor}, and its votes are of ${voters}`);
      }
      leave(event, begun("approve", event)[0], id);
    },
    noteGrant(event, tables) {
      const { type, subject, seq, data } = event;
      if (type === "grant.refused") {
        // Somebody was slower, which is all that is tried.
        if (begun("redeem", event).length > 1 && data?.error === "used") return;
        ledger.violate(`event ${seq} refuses a grant of ${subject} as ${data?.error}`);
        return;
      }
      const request = tables.request(subject);
      if (request?.status !== "approved") {
        ledger.violate(`event ${seq}, a ${type}, is about ${subject}, which is not approved`);
        return;
      }
      digestIs(event, request.authorization.digest);
      if (type === "grant.redeemed") noteRedeemed(event, tables);
      else leave(event, begun("collect", event)[0], data?.grant ?? "");
    },
  };
}
