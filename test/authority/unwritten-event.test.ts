import { expect, test } from "vitest";
import { openScene, type Scene } from "../attacks/scene.ts";

/* A change whose event cannot be written does not happen: the log is no second record that may lag. */

const CLI = { via: "cli" } as const;

/** Changes of several kinds of principals, each of which happens where its event can be written. */
async function changesOf(scene: Scene) {
  const [owner, ana, scout] = await Promise.all([
    scene.as("owner"),
    scene.as("ana"),
    scene.as("scout"),
  ]);
  const { id, authorization } = await scene.seek();
  const { live } = await scene.granted({ session: "another" });
  const { request } = await scout.ask({ text: "Which one?" });
  const answer = { text: "This one." };
  return {
    asks: () => scout.ask({ text: "Which other one?" }),
    answers: () => ana.answer({ id: request.id, answer }, CLI),
    approves: () => ana.approve({ id, digest: authorization.digest }, CLI),
    redeems: () => scout.redeem(live),
    "makes a key": () => owner.createKey({ kind: "agent", name: "third" }),
    tells: () => scout.tell({ text: "Done." }),
  } as const;
}

/** Every row of every table. */
async function rowsOf({ sql }: Scene): Promise<Readonly<Record<string, unknown>>> {
  const tables = await sql("select name from sqlite_master where type = 'table' order by name");
  const read = tables.map(async ({ name }) => [name, await sql(`select * from "${String(name)}"`)]);
  return Object.fromEntries(await Promise.all(read));
}

const outcome = async (call: () => Promise<unknown>) => {
  try {
    await call();
    return "done";
  } catch {
    return "refused";
  }
};

test("a change whose event cannot be written is refused and changes nothing", async () => {
  const scene = await openScene();
  try {
    const changes = Object.entries(await changesOf(scene));
    await scene.sql(`create trigger no_events before insert on events
      begin select raise(abort, 'No event can be written.'); end`);
    const before = await rowsOf(scene);
    for (const [what, change] of changes) {
      expect(await outcome(change), what).toBe("refused");
      expect(await rowsOf(scene), what).toEqual(before);
    }
    await scene.sql("drop trigger no_events");
    for (const [what, change] of changes) expect(await outcome(change), what).toBe("done");
  } finally {
    await scene.close();
  }
});
