import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { openScene, type Scene } from "../attacks/scene.ts";
import { faultOf, type Pen, penOf } from "../support/pen.ts";

/* Somebody with access to the store changes who may sign; the log and the chain's own rules tell. */

let scene: Scene;
let owner: Earshot;
let first: Pen;
beforeEach(async () => {
  scene = await openScene();
  onTestFinished(() => scene.close());
  owner = await scene.as("owner");
  first = await penOf(owner);
  await first.enrol("root");
  const second = await penOf(owner);
  const enrolled = await second.enrolment("own");
  await second.send(enrolled);
  await first.admit(enrolled);
});

async function faults() {
  const { intact, record } = await owner.verifyAudit({});
  return { intact, faults: record?.faults };
}

test("a record that nobody was at holds its signers", async () => {
  expect(await faults()).toEqual({ intact: true, faults: [] });
});

test("another key in an entry is seen, and nothing is built on it", async () => {
  await scene.sql(`update signer_chain set body = replace(body, '"x":"', '"x":"A') where seq = 2`);
  expect(await faults()).toMatchObject({
    intact: false,
    faults: [
      { kind: "signers", id: "2", fact: "entry" },
      { kind: "signers", id: "2", fact: "signatures" },
    ],
  });
  const end = first.end(first);
  expect(await faultOf(end)).toBe("malformed");
});

test("an end of the chain that was taken out is seen", async () => {
  await scene.sql("delete from signer_chain where seq = 2");
  expect(await faults()).toMatchObject({ intact: false, faults: [{ kind: "signers", id: "2" }] });
});

test("an entry that no event has made is seen", async () => {
  await scene.sql(
    "insert into signer_chain select workspace, 3, body from signer_chain where seq = 2",
  );
  const { intact, faults: found } = await faults();
  expect(intact).toBe(false);
  expect(found?.map(({ kind, id }) => `${kind} ${id}`)).toContain("signers 3");
});

test("a statement that waits and was put in, changed or emptied by hand is seen", async () => {
  await (await penOf(owner)).enrol("own");
  const put =
    "insert into statements select workspace, substr(digest, 2) || 'z', purpose, subject, until, body from statements limit 1";
  for (const change of [
    put,
    `update statements set body = replace(body, '"name":"', '"name":"x')`,
    "update statements set body = null",
  ]) {
    await scene.sql(change);
    const { intact, faults: found } = await faults();
    expect(intact, change).toBe(false);
    expect(found?.every(({ kind }) => kind === "statement")).toBe(true);
    await scene.sql("delete from statements where digest like '%z'");
  }
});
