import { expect, test } from "vitest";
import { ANA, NOW, openAuthorization, openQuestion, VOTE } from "../../testing/machine-values.ts";
import { MAX_ASKED_BACK } from "./asked-back.ts";
import { type OpenRequest, waited } from "./request.ts";
import { transition } from "./request-machine.ts";

const asked = { message: "msg_01k00000000000000000000000", text: "Why?", by: ANA } as const;
const ask = (request: OpenRequest) =>
  transition(request, { type: "ask_back", asked }, NOW) as OpenRequest;
const answer = (request: OpenRequest, number?: number) =>
  transition(
    request,
    { type: "answer_back", text: "Because.", ...(number !== undefined && { number }) },
    NOW,
  ) as OpenRequest;

test("a wait brings what was asked until it is answered, and never an outcome", () => {
  const open = ask(openQuestion);
  expect(waited(open)).toMatchObject({
    outcome: "pending",
    askedBack: { number: 1, text: "Why?" },
  });
  expect(waited(answer(open))).not.toHaveProperty("askedBack");
});

test("an agent is asked a bounded number of times about one request", () => {
  let request: OpenRequest = openAuthorization;
  for (let count = 0; count < MAX_ASKED_BACK; count++) request = answer(ask(request));
  expect(request.askedBack).toHaveLength(MAX_ASKED_BACK);
  expect(() => ask(request)).toThrow(/no more/);
});

test("a second question waits for the answer to the first", () => {
  expect(() => ask(ask(openQuestion))).toThrow(/ana has asked the agent/);
});

test("each is answered once, by its number too", () => {
  const open = ask(openQuestion);
  expect(() => answer(open, 2)).toThrow(/Question 2/);
  const answered = answer(open, 1);
  expect(() => answer(answered, 1)).toThrow(/Question 1/);
  expect(answered.askedBack).toEqual([
    { ...asked, number: 1, at: NOW, answer: { text: "Because.", at: NOW } },
  ]);
});

test("what is said about an action leaves its votes, its digest and its time as they are", () => {
  const voted: OpenRequest = {
    ...openAuthorization,
    authorization: {
      ...openAuthorization.authorization,
      demand: { ...openAuthorization.authorization.demand, quorum: 2 },
      votes: [{ ...VOTE, at: NOW }],
    },
  };
  const { askedBack: _, version, ...after } = answer(ask(voted));
  expect({ ...after, version: version - 2 }).toEqual(voted);
});

test("the time of a question that nobody was shown yet still begins when somebody is", () => {
  const waiting = { ...openQuestion, lifeMs: 60_000 };
  expect(ask(waiting)).toMatchObject({ lifeMs: 60_000 });
});
