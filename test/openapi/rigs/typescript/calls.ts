import createClient from "openapi-fetch";
import type { components, paths } from "./made/earshot.js";

/* Calls of a client that openapi-typescript made. It prints what came back. */

const { EARSHOT_URL: baseUrl = "", AGENT_KEY = "", OPERATOR_KEY = "" } = process.env;
const clientOf = (key: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
const agent = clientOf(AGENT_KEY);
const person = clientOf(OPERATOR_KEY);

function there<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}.`);
  return value;
}

const form: components["schemas"]["FormInputChoice"] = {
  kind: "choice",
  options: ["staging", "production"],
};
const asked = await agent.POST("/v1/requests", {
  body: { text: "Which database?", form },
  params: { header: { "Idempotency-Key": "the-question" } },
});
const question = there(asked.data, "question").request;
const answered = await person.POST("/v1/requests/{id}/answer", {
  params: { path: { id: question.id } },
  body: { answer: { choice: "staging" } },
});
there(answered.data, "answer");

const sought = await agent.POST("/v1/authorizations", {
  body: { tool: "pay", args: { amount: 90 }, reason: "It is due." },
});
const payment = there(sought.data, "authorization").request;
const { digest } = there(payment.authorization, "action");
const decided = await person.POST("/v1/requests/{id}/approve", {
  params: { path: { id: payment.id } },
  body: { digest },
});
there(decided.data, "approval");

async function outcomeOf(id: string) {
  const { data } = await agent.GET("/v1/requests/{id}/wait", {
    params: { path: { id }, query: { holdMs: 5_000 } },
  });
  return there(data, "outcome");
}

/** A value of one of several kinds, told apart by its type alone. */
function optionsOf(one: components["schemas"]["Form"]): readonly string[] {
  return one.kind === "choice" ? one.options.map(({ label }) => label) : [];
}

const waited = await outcomeOf(question.id);
const { data: mailbox } = await agent.GET("/v1/mailbox", { params: { query: {} } });
const ids = there(mailbox, "mailbox").items.map(({ id }) => id);
const { data: done } = await agent.POST("/v1/mailbox/acknowledge", { body: { ids } });
const missing = await agent.GET("/v1/requests/{id}", {
  params: { path: { id: "req_01hf3k5m7n9p1q3r5s7t9v1w3x" } },
});
console.log(
  JSON.stringify({
    options: optionsOf(there(waited.request.question, "question").form),
    answer: waited.request.answer,
    outcomes: [waited.outcome, (await outcomeOf(payment.id)).outcome],
    acknowledged: done?.acknowledged,
    code: missing.error?.code,
  }),
);
