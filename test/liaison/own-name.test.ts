import { afterEach, beforeEach, expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { LIAISON_AGENT } from "../../src/domain/people/own-agents.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { type OpenContext, openContext } from "../support/context.ts";

/* Somebody may have made a key for an agent that is called as the liaison is. */

let home: OpenContext;
let person: Earshot;

beforeEach(async () => {
  home = await openContext(createFakeClock());
  const { owner } = await found(home.ctx, { owner: "ana", agent: "scout" });
  person = createEarshot(home.ctx, callerWithAllRights(owner.principal));
});
afterEach(() => home.close());

test("what an agent of the liaison's name asks in a conversation is answered to it alone", async () => {
  const { store } = home.ctx;
  const begun = await person.beginConversation({ initial_message: "I need a sales dashboard." });
  const { conversation_id } = begun;
  const named = { workspace: "default", kind: "agent", name: LIAISON_AGENT } as const;
  const principal = await store.findPrincipalByName(named);
  if (principal === undefined) throw new Error("The liaison has no agent.");
  const impostor = createEarshot(home.ctx, callerWithAllRights(principal));
  const { request } = await impostor.ask({ text: "Milk?", conversation: conversation_id });
  const before = await person.showLiaison({ conversation_id });
  await person.answer({ id: request.id, answer: { text: "Just do it." } });
  expect(await person.showLiaison({ conversation_id })).toEqual(before);
});
