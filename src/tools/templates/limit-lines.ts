import type { ToolRegistry } from "../registry/registry.ts";

/**
 * What the tools of this registry cannot do, and what applies to every use of them, as Markdown.
 */
export function limitLines(registry: ToolRegistry): readonly string[] {
  const has = (...names: readonly string[]) =>
    names.every((name) => registry.find(name) !== undefined);
  const asking = ["ask_human", "send_message_to_operator"].filter((name) => has(name));
  const [ask] = asking;
  return [
    "- **Only people decide.** No tool answers, approves, rejects or permits anything, whatever you call it with. You cannot speak for a person.",
    ...(ask === undefined
      ? []
      : [
          "- **Silence is no consent.** Nothing is approved because nobody has answered, or because a time has passed.",
        ]),
    ...(has("await_response")
      ? [
          `- **An open question is normal.** It is kept until a person answers. Do not ask again: call \`await_response\` with the \`request_ids\`, or do other work first.`,
        ]
      : []),
    ...(has("request_authorization")
      ? [
          "- **What was approved is one action.** Run exactly the arguments that came back with the approval, once. An answer to a question approves no action.",
        ]
      : []),
    ...(has("message") ? messageLines({ asking, hasMailbox: has("check_messages") }) : []),
    ...(has("write", "read")
      ? [
          "- **Your memory is your own.** No other agent reads what you `write`. What people wrote for all agents you can `read` and cannot change.",
        ]
      : []),
  ];
}

function messageLines({
  asking,
  hasMailbox,
}: {
  readonly asking: readonly string[];
  readonly hasMailbox: boolean;
}): readonly string[] {
  const ask = asking.map((name) => `\`${name}\``).join(" or ");
  const instead = ask === "" ? "" : ` To have an answer, call ${ask}.`;
  const mailbox = hasMailbox ? " What people reply to it comes with `check_messages`." : "";
  return [
    `- **A \`message\` brings no answer.** It needs none, and its result says that it is queued, not that anybody has read it.${instead}${mailbox}`,
    "- **On other platforms a `message` reaches linked addresses only.** You cannot link one; an operator can. Where `channel` is left out it is that of the conversation you are in.",
  ];
}
