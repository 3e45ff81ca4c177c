import { expect, test } from "vitest";
import { closedEvent } from "../domain/hub/closed-event.ts";
import { MAX_NOTIFY_BYTES } from "../domain/limits.ts";
import type { ClosedRequest } from "../domain/requests/request.ts";
import { transition } from "../domain/requests/request-machine.ts";
import { openAuthorization, openQuestion } from "../testing/machine-values.ts";
import { openApiDocument } from "./openapi/document.ts";
import { ClosedEvent } from "./operations/subscriptions.ts";

const AT = openQuestion.createdAt;
const BY = { principal: "prn_ana", name: "ana", via: "inbox" } as const;

const eventOf = (request: unknown) =>
  JSON.parse(closedEvent("dlv_01j00000000000000000000000", request as ClosedRequest));

test("an answer that is too long for an event is left out, and the event says so", () => {
  const answered = transition(openQuestion, { type: "answer", answer: { text: "x" }, by: BY }, AT);
  const long = { ...answered, answer: { text: "x".repeat(MAX_NOTIFY_BYTES) } };
  expect(eventOf(answered).data).toMatchObject({ answer: { text: "x" } });
  expect(eventOf(long).data).toMatchObject({ outcome: "answered", isTooLong: true });
  expect(eventOf(long).data).not.toHaveProperty("answer");
});

test("no argument of an action stands in an event", () => {
  const cancelled = transition(openAuthorization, { type: "cancel", by: BY }, AT);
  const { data } = eventOf(cancelled);
  const { action } = openAuthorization.authorization;
  expect(data).toMatchObject({ outcome: "cancelled", tool: action.tool });
  expect(data).not.toHaveProperty("args");
  expect(Object.keys(data).filter((key) => !(key in ClosedEvent.shape.data.shape))).toEqual([]);
});

test("the document describes the call, with its headers and its event", () => {
  const { webhooks } = openApiDocument({ version: "1.2.3" }) as {
    webhooks: Record<string, unknown>;
  };
  expect(JSON.stringify(webhooks["earshot.request.closed"])).toContain("ClosedEvent");
});
