import type { Delivery, PostRef } from "../domain/hub/delivery.ts";
import type { Link } from "../domain/hub/link.ts";
import type { PersonPrincipal } from "../domain/people/principal.ts";
import { anId } from "./builders.ts";

/* Deliveries, links and people for tests of the hub; each test names what it is about. */

const AT = "2026-01-01T00:00:00.000Z";

export const A_POST: PostRef = { chatId: "C1", ids: ["m1"] };

/** One that is queued and due at once. */
export function aDelivery(over: Partial<Delivery> = {}): Delivery {
  return {
    id: anId("dlv"),
    workspace: "default",
    item: anId("req"),
    agent: anId("prn"),
    address: { channel: "slack", chatId: "C1" },
    status: "queued",
    job: "post",
    dueAt: AT,
    attempts: 0,
    nonce: "bm9uY2Vub25jZW5vbmNlbg",
    createdAt: AT,
    version: 1,
    ...over,
  };
}

export function aPerson(over: Partial<PersonPrincipal> = {}): PersonPrincipal {
  const id = anId("prn");
  return {
    id,
    workspace: "default",
    kind: "person",
    role: "approver",
    name: `person ${id}`,
    createdAt: AT,
    ...over,
  };
}

/** The own address of an operator. */
export function aLinkOf(operator: PersonPrincipal, over: Partial<Link> = {}): Link {
  const id = anId("lnk");
  return {
    id,
    workspace: "default",
    channel: "slack",
    chatId: `D-${id}`,
    operator: operator.id,
    account: `U-${id}`,
    name: operator.name,
    rank: 1,
    createdAt: AT,
    createdBy: operator.id,
    ...over,
  };
}

/** A chat that several read. */
export function aChat(over: Partial<Link> = {}): Link {
  const { operator: _, account: __, ...chat } = aLinkOf(aPerson());
  return { ...chat, chatId: "C-team", name: "team", ...over };
}
