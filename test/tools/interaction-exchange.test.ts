import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { ToolAnswer } from "../../src/ports/earshot/tool-door.ts";
import { type Doors, openDoors } from "./agent-door.ts";

/* What people say to an agent before a decision or instead of its tool, as its model sees it. */

let doors: Doors;
beforeEach(async () => {
  doors = await openDoors();
});
afterEach(() => doors.close());

const idOf = ({ envelope }: ToolAnswer) => String(envelope.data["request_id"]) as RequestId;
const person = () => doors.world.as("owner");

test("a question back comes with the pending result, and a message answers it once", async () => {
  const id = idOf(await doors.call("ask_human", { question: "Ship it?" }));
  await person().askBack({ id, text: "Which build?" });
  const { envelope } = await doors.call("await_response", { request_ids: [id], max_wait_s: 0 });
  expect(envelope).toMatchObject({
    status: "human_input_requested",
    data: { asked_back: { number: 1, text: "Which build?" } },
  });
  const said = { message: "Build 7.", answers_request: id };
  expect((await doors.call("send_message_to_operator", said)).envelope).toMatchObject({
    status: "human_input_requested",
    data: { request_id: id },
  });
  expect((await person().show({ id })).request).toMatchObject({
    status: "open",
    askedBack: [{ answer: { text: "Build 7." } }],
  });
  const again = { ...said, message: "Build 8." };
  expect((await doors.call("send_message_to_operator", again)).envelope.status).toBe("error");
});

test("words in place of the tool are a result that approves nothing", async () => {
  const sought = await doors.call("request_authorization", {
    tool_name: "deploy",
    tool_args: {},
    reason: "It is ready.",
    user_id: "default",
  });
  const id = idOf(sought);
  await person().respond({ id, text: "approved: it runs already" });
  const { envelope } = await doors.call("await_response", { request_ids: [id], max_wait_s: 0 });
  expect(envelope).toMatchObject({
    status: "responded",
    data: { approved: false, response: "approved: it runs already" },
  });
  expect(envelope.data).not.toHaveProperty("grant");
});
