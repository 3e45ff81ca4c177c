import { expect, test } from "vitest";
import { createToolSearch } from "../../src/tools/search-tools.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";

/*
 * What people and models write when they look for a tool.
 * At least 52 of the 54 find their tool among the first three.
 */
const NEEDS: readonly (readonly [string, string])[] = [
  ["ask_human", "human interaction"],
  ["ask_human", "ask the user a question"],
  ["ask_human", "I need a human decision"],
  ["ask_human", "clarify ambiguous requirements"],
  ["ask_human", "let somebody choose between options"],
  ["ask_human", "confirm with the person in charge"],
  ["request_authorization", "authorization"],
  ["request_authorization", "approval"],
  ["request_authorization", "get approval from a person before I deploy"],
  ["request_authorization", "request authorization for a dangerous action"],
  ["request_authorization", "am I allowed to delete the data of a user"],
  ["request_authorization", "get permission to run a tool in production"],
  ["send_message_to_operator", "tell the operator what I found"],
  ["send_message_to_operator", "notify a human about a problem"],
  ["send_message_to_operator", "escalate because I am stuck"],
  ["send_message_to_operator", "report an important finding"],
  ["message", "post to a Slack channel"],
  ["message", "send an e-mail to somebody"],
  ["message", "message a team chat that the build is done"],
  ["message", "notify people on Telegram"],
  ["await_response", "wait for an answer"],
  ["await_response", "has somebody answered my question yet"],
  ["await_response", "poll a pending request"],
  ["await_response", "resume after the reply came"],
  ["check_messages", "read my inbox"],
  ["check_messages", "are there new messages for me"],
  ["check_messages", "answers that I missed while I was away"],
  ["check_messages", "acknowledge a message"],
  ["cancel_request", "withdraw a question"],
  ["cancel_request", "I no longer need the answer"],
  ["cancel_request", "abort a request that was a mistake"],
  ["cancel_request", "take back what I asked"],
  ["get_task", "what is my task"],
  ["get_task", "read the specification of the job"],
  ["get_task", "list the work that is waiting"],
  ["get_task", "requirements and success criteria"],
  ["task_progress", "report progress on the task"],
  ["task_progress", "tell how far along I am"],
  ["task_progress", "share an intermediate result"],
  ["task_completed", "hand over the result"],
  ["task_completed", "the task is done"],
  ["task_completed", "submit the finished work for feedback"],
  ["get_capabilities", "what can you do"],
  ["get_capabilities", "list the available tools"],
  ["get_capabilities", "discover features"],
  ["get_capabilities", "which tool should I use"],
  ["check_security_status", "system status"],
  ["check_security_status", "monitoring"],
  ["check_security_status", "is the server healthy"],
  ["check_security_status", "security violations in the last day"],
  ["format_response", "presentation"],
  ["format_response", "formatting of output"],
  ["format_response", "pretty print JSON"],
  ["format_response", "make a readable markdown report"],
];

const search = createToolSearch(TOOL_SETS.interaction);
const firstThree = (need: string) =>
  search(need)
    .slice(0, 3)
    .map(({ name }) => name);

test("there are 54 needs, and some for each of the thirteen tools", () => {
  expect(NEEDS).toHaveLength(54);
  expect(new Set(NEEDS.map(([name]) => name))).toEqual(
    new Set(TOOL_SETS.interaction.map(({ name }) => name)),
  );
});

test("the right tool is among the first three for at least 52 of 54 needs", () => {
  const missed = NEEDS.filter(([name, need]) => !firstThree(need).includes(name)).map(
    ([name, need]) => `${need}: ${firstThree(need).join(", ")}, not ${name}`,
  );
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(2);
});

test("whoever looks for approval finds the tool for it first", () => {
  const needs = NEEDS.filter(([name]) => name === "request_authorization");
  const found = needs.map(([, need]) => [firstThree(need)[0], need]);
  expect(found).toEqual(needs);
});

test.each(["", "   ", "xqzzk", "the of and", "!?"])("%j finds nothing", (need) => {
  expect(search(need)).toEqual([]);
});

test("a slip of the keyboard finds the tool all the same", () => {
  expect(firstThree("securty violatons")).toContain("check_security_status");
});
