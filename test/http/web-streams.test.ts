import { expect, test } from "vitest";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { figure, ok, refused } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { openEvents } from "../support/event-reader.ts";
import { say, type TwoWorkspaces, twoWorkspaces } from "../support/server.ts";
import { signInBrowser, type WebCaller } from "../support/web.ts";

/* A stream outlasts the call that opened it, and must not outlast the right to it. */

async function signedIn(server: TwoWorkspaces): Promise<WebCaller> {
  return await signInBrowser(server.url, { key: server.home.owner.secret });
}

/** An open stream of a browser that has brought all there is. */
async function follow({ url, headers }: WebCaller) {
  const { seq } = await ok(url, "lastEvent", { headers });
  return await openEvents(url, { headers, after: seq });
}

test("a browser follows the events by its cookie, and goes on where it was cut", async () => {
  const server = await twoWorkspaces();
  const web = await signedIn(server);
  const { seq } = await ok(web.url, "lastEvent", { headers: web.headers });
  const reader = await follow(web);
  const tell = () =>
    ok(server.url, "tell", { key: server.home.agent.secret, input: { text: say() } });
  await tell();
  const [first] = await reader.take(1);
  expect(first).toMatchObject({ type: "message.created", seq: seq + 1 });
  reader.close();
  await tell();
  const again = await openEvents(web.url, {
    headers: web.headers,
    after: seq,
    lastEventId: String(seq + 1),
  });
  expect(await again.take(1)).toMatchObject([{ seq: seq + 2 }]);
});

test.each(["signOut", "revokeWebSession"] as const)(
  "%s ends the streams of the session, and of no other",
  async (name) => {
    const server = await twoWorkspaces();
    const [gone, other] = [await signedIn(server), await signedIn(server)];
    const [ending, going] = [await follow(gone), await follow(other)];
    const { headers } = gone;
    const input = name === "signOut" ? {} : { id: gone.session.id };
    await ok(gone.url, name, { headers, input });
    await expect(ending.rest()).rejects.toThrow();
    await refused(gone.url, "whoami", { code: "NOT_SIGNED_IN", headers });
    await ok(server.url, "tell", { key: server.home.agent.secret, input: { text: say() } });
    const types = (await going.take(2)).map(({ type }) => type);
    expect(types).toContain("message.created");
  },
);

test("an operator who is removed hears nothing more", async () => {
  const server = await twoWorkspaces();
  const key = server.home.owner.secret;
  const ana = await ok(server.url, "addOperator", { key, input: { name: "ana" } });
  const web = await signInBrowser(server.url, { key, operator: "ana" });
  const reader = await follow(web);
  await ok(server.url, "removeOperator", { key, input: { id: ana.id } });
  await expect(reader.rest()).rejects.toThrow();
});

test("a session that expires ends its streams", async () => {
  const clock = createFakeClock(Date.now() - 7 * 24 * 3_600_000);
  const server = await twoWorkspaces({ clock });
  const web = await signedIn(server);
  // What sweeps the calls under way goes by the real time, by which it is over in a moment.
  const reader = await follow(web);
  await expect(reader.rest()).rejects.toThrow();
});

test("halting an agent ends what is under way of it, and serves nothing more until it is resumed", async () => {
  const server = await twoWorkspaces();
  const { agent, owner } = server.home;
  const key = agent.secret;
  const stream = await openEvents(server.url, { key });
  const { request } = await ok(server.url, "ask", { key, input: { text: say() } });
  const waiting = fetch(`${server.url}/v1/requests/${request.id}/wait?holdMs=30000`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const ended = expect(waiting).resolves.toMatchObject({ status: 403 });
  await eventually(async () => {
    const waiters = await figure(server.url, owner.secret, "earshot_waiters");
    return waiters > 0 ? true : undefined;
  });
  const input = { id: agent.principal.id };
  await ok(server.url, "haltAgent", { key: owner.secret, input });
  await ended;
  await expect(stream.rest()).rejects.toThrow();
  for (const name of ["whoami", "list", "mailbox"] as const) {
    const problem = await refused(server.url, name, { code: "NOT_ALLOWED", key });
    expect(problem.details).toMatchObject({ reason: "agent_halted" });
  }
  await ok(server.url, "whoami", { key: owner.secret });
  await ok(server.url, "resumeAgent", { key: owner.secret, input });
  await ok(server.url, "whoami", { key });
});
