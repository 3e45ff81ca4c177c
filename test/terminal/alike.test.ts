import { expect, test } from "vitest";
import { testServer } from "../support/cli.ts";
import { ENTER } from "../support/pty.ts";
import { earshotAtPty } from "../support/pty-here.ts";

test("the console says how many are alike, and one word rejects all of them and what is like them", async () => {
  const server = await testServer();
  const seek = async (note: string) => {
    const args = { to: "ben", note };
    return (await server.agent.authorize({ tool: "transfer", args, reason: "Rent." })).request;
  };
  const sought = [await seek("x"), await seek("x "), await seek("X.")];
  const other = await seek("y");
  const pty = await earshotAtPty(["console", "--data", server.data], { columns: 120 });
  await pty.see(`3 wait behind it · 3 alike, /note differs · ${sought[0]?.id}`);
  await pty.see("approve, reject REASON, reject-all REASON, reject-like REASON, or skip: \u001b[");
  pty.type(`reject-like Once is enough${ENTER}`);
  await pty.see(`Rejected ${sought[2]?.id}.`);
  await pty.see(other.id);
  await pty.see("[OPERATOR] approve, reject REASON, or skip: \u001b[");
  const statusOf = async ({ id }: { id: typeof other.id }) =>
    (await server.operator.show({ id })).request.status;
  expect(await Promise.all(sought.map(statusOf))).toEqual(["rejected", "rejected", "rejected"]);
  expect(await statusOf(other)).toBe("open");
  expect((await seek("X  ")).status).toBe("rejected");
});
