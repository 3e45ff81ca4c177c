import type { Tool } from "@modelcontextprotocol/server";

const NAME = "await_approval";

/** The name of the proxy's own tool, which must not hide one of the server's. */
export function awaitNameAmong(names: readonly string[]): string {
  let name = NAME;
  while (names.includes(name)) name = `earshot_${name}`;
  return name;
}

/** Waits for the approval of a parked call, and has it run. */
export function awaitApprovalTool(name: string): Tool {
  return {
    name,
    title: "Wait for an approval",
    description:
      "Waits until people have decided on a call that came back as pending, by its request_id. Where they approve, the call runs, once, with the arguments that were approved, and its result is returned. Pending is normal and no error: do other work or end your turn, and call this again later. Approvals are kept.",
    inputSchema: {
      type: "object",
      properties: {
        request_id: { type: "string", description: "The request_id of the pending call." },
      },
      required: ["request_id"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  };
}
