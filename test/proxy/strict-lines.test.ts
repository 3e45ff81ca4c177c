import { expect, test } from "vitest";
import { eventually, spawnEarshot } from "../support/cli.ts";
import { FILES, openWorld } from "./proxied.ts";

/* What the client writes is what people are shown: a line that JSON.parse would change is refused. */

const FREE = { version: 1, rules: [{ name: "all", tools: ["*"], decision: "allow" }] };

interface Reply {
  readonly id: number | null;
  readonly result?: { readonly content?: readonly { readonly text?: string }[] };
  readonly error?: { readonly message: string };
}

async function openLines() {
  const world = await openWorld();
  await world.server.operator.applyPolicy({ source: FREE });
  const running = spawnEarshot([
    "proxy",
    ...world.agent,
    "--",
    process.execPath,
    FILES,
    world.folder,
  ]);
  let last = 0;

  const replies = () =>
    running
      .stdout()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Reply);

  /** The line is sent as it stands, with an id in the place of ID. */
  async function send(line: string): Promise<Reply> {
    last += 1;
    const id = last;
    running.child.stdin.write(`${line.replace("ID", String(id))}\n`);
    return await eventually(() => replies().find((reply) => reply.id === id));
  }

  const info = '"capabilities":{},"clientInfo":{"name":"raw","version":"1.0.0"}';
  const call = (args: string) =>
    send(
      `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":"write_file","arguments":${args}}}`,
    );
  await send(
    `{"jsonrpc":"2.0","id":ID,"method":"initialize","params":{"protocolVersion":"2025-11-25",${info}}}`,
  );
  running.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return { world, running, call, replies };
}

test("a call that JSON.parse would change does not run, and the next one does", async () => {
  const { world, running, call, replies } = await openLines();
  const twice = await call('{"path":"a.txt","content":"shown","content":"run"}');
  expect(twice.error?.message).toContain('the key "content" twice');
  const digits = await call('{"path":"a.txt","content":"","size":12345678901234567890}');
  expect(digits.error?.message).toContain("digits");
  running.child.stdin.write("NaN\n");
  await eventually(() => replies().find(({ id }) => id === null));
  expect(world.runs()).toEqual([]);
  const good = await call('{"path":"a.txt","content":"shown"}');
  expect(good.result?.content?.[0]?.text).toBe("Wrote a.txt");
  expect(world.runs()).toHaveLength(1);
  running.child.stdin.end();
  expect(await running.finished).toMatchObject({ code: 0 });
});
