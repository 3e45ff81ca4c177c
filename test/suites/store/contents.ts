import { expect, test } from "vitest";
import type { Content } from "../../../src/domain/content/content.ts";
import { CONTENT_QUOTA, MAX_CONTENT_BYTES } from "../../../src/domain/limits.ts";
import type { Request } from "../../../src/domain/requests/request.ts";
import { toMs, toTimestamp } from "../../../src/domain/timestamp.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { digest } from "../../../src/system/digest.ts";
import {
  anId,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  answering,
  asking,
} from "../../../src/testing/builders.ts";
import { change, elsewhere } from "./outbox.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

function aContent(over: Partial<Content> & Pick<Content, "bytes">): Content {
  return {
    workspace: "default",
    owner: anId("cnv"),
    digest: digest.bytes(over.bytes),
    size: over.bytes.length,
    mediaType: "text/plain",
    createdAt: AT,
    ...over,
  };
}

const put = (content: Content): Write => ({ type: "content.put", content });
const utf8 = (text: string) => Buffer.from(text);

/** What people paste and attach, on whatever engine. */
export function contentFacts(under: StoreUnderTest): void {
  test.each([
    ["text", utf8("Wer fragt? 🦉\r\n\u0001json:\u0007")],
    ["text with the mark of UTF-8 before it", utf8("\ufeffone, two")],
    ["text with a NUL in it", utf8("a\u0000b")],
    ["half a character", Buffer.of(0xc3, 0x28, 0xed, 0xa0, 0x80)],
    ["every byte", Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ["nothing", Buffer.of()],
    ["as much as one piece may have", Buffer.alloc(MAX_CONTENT_BYTES, "0123456789\n")],
  ])("content comes back byte for byte: %s", async (_, bytes) => {
    const content = aContent({ bytes, name: "log.txt" });
    expect(await under.outcomes([change(put(content))])).toEqual(["committed"]);
    await under.reopen();
    const { workspace, owner, digest: of } = content;
    const found = await under.store.findContent(workspace, owner, of);
    expect(found).toMatchObject({ ...content, bytes: expect.anything() });
    expect(digest.bytes(found?.bytes ?? utf8("none"))).toBe(of);
    expect(await under.store.findContent(OTHER, owner, of)).toBeUndefined();
    expect(await under.store.findContent(workspace, anId("cnv"), of)).toBeUndefined();
  });

  test("the same bytes are kept once for each owner, under their first name", async () => {
    const [owner, other] = [anId("cnv"), anId("cnv")];
    const bytes = utf8("the same");
    const first = aContent({ owner, bytes, name: "first.txt" });
    const again = aContent({ owner, bytes, name: "second.txt" });
    const others = aContent({ owner: other, bytes });
    const two = aContent({ owner, bytes: utf8("two") });
    expect(
      await under.outcomes([change(put(first)), change(put(again), put(two)), change(put(others))]),
    ).toEqual(["committed", "committed", "committed"]);
    const kept = await under.store.listContents("default", owner);
    expect(kept.map(({ digest: of, name }) => [of, name])).toEqual(
      [
        [first.digest, "first.txt"],
        [two.digest, undefined],
      ].toSorted(),
    );
    expect(await under.store.contentUsage("default", owner)).toMatchObject({
      pieces: 2,
      bytes: 11,
    });
    expect(await under.store.listContents("default", other)).toHaveLength(1);
  });

  test("content commits with the change that it belongs to, or not at all", async () => {
    const content = aContent({ bytes: utf8("never") });
    const lost: Write = { type: "claim.remove", request: anId("req"), by: anId("prn") };
    expect(await under.outcomes([change(put(content), lost)])).toEqual(["conflict"]);
    expect(await under.store.listContents("default", content.owner)).toEqual([]);
    expect(await under.outcomes([elsewhere(put({ ...content, workspace: OTHER }))])).toEqual([
      "committed",
    ]);
  });

  test("an owner has room for so many bytes and pieces, and a workspace for so many bytes", async () => {
    const owner = anId("cnv");
    const nearly = aContent({ owner, bytes: utf8("nearly"), size: CONTENT_QUOTA.bytes - 3 });
    const four = aContent({ owner, bytes: utf8("four") });
    const three = aContent({ owner, bytes: utf8("two") });
    expect(
      await under.outcomes([
        change(put(nearly)),
        change(put(four)),
        change(put(three)),
        // It is there already.
        change(put(three)),
      ]),
    ).toEqual(["committed", "conflict", "committed", "committed"]);

    const rest = CONTENT_QUOTA.workspace - CONTENT_QUOTA.bytes;
    const parts = Array.from({ length: rest / CONTENT_QUOTA.bytes }, (_, index) =>
      aContent({ bytes: utf8(`part ${index}`), size: CONTENT_QUOTA.bytes }),
    );
    await under.store.commit(parts.map((part) => change(put(part))));
    const more = aContent({ bytes: utf8("more") });
    expect(await under.outcomes([change(put(more))])).toEqual(["conflict"]);
    expect(await under.outcomes([elsewhere(put({ ...more, workspace: OTHER }))])).toEqual([
      "committed",
    ]);
    expect(await under.store.contentUsage("default", more.owner)).toEqual({
      pieces: 0,
      bytes: 0,
      workspace: CONTENT_QUOTA.workspace,
    });
  });

  test("an owner has room for so many pieces", async () => {
    const owner = anId("cnv");
    const pieces = Array.from({ length: CONTENT_QUOTA.pieces }, (_, index) =>
      aContent({ owner, bytes: utf8(`piece ${index}`) }),
    );
    await under.store.commit([change(...pieces.map(put))]);
    const one = aContent({ owner, bytes: utf8("one more") });
    expect(await under.outcomes([change(put(one))])).toEqual(["conflict"]);
  });

  test("a request takes content while it is open, and keeps what its closing names", async () => {
    const request = anOpenRequest();
    const owner = request.id;
    const [one, two, late] = ["one", "two", "late"].map((text) =>
      aContent({ owner, bytes: utf8(text), name: `${text}.txt` }),
    ) as [Content, Content, Content];
    expect(await under.outcomes([change(put(one))])).toEqual(["conflict"]);
    await under.store.commit([asking(request)]);
    const again = { ...one, name: "last.txt", mediaType: "text/csv" };
    expect(await under.outcomes([change(put(one), put(two)), change(put(again))])).toEqual([
      "committed",
      "committed",
    ]);
    const closed = answeredWith(request, "That one.");
    const drop: Write = { type: "content.drop", owner, keep: [one.digest] };
    const { writes, ...rest } = answering(closed);
    await under.store.commit([{ ...rest, writes: [...writes, drop] }]);
    expect(await under.store.listContents("default", owner)).toMatchObject([
      { digest: one.digest, name: "last.txt", mediaType: "text/csv" },
    ]);
    expect(await under.outcomes([change(put(late))])).toEqual(["conflict"]);
  });

  test("what was given to an open request long ago is found and removed, and nothing else", async () => {
    const [aged, fresh, closed] = [anOpenRequest(), anOpenRequest(), anOpenRequest()];
    await under.store.commit([asking(aged), asking(fresh), asking(closed)]);
    const given = (owner: Content["owner"], text: string, ms: number) =>
      aContent({ owner, bytes: utf8(text), createdAt: toTimestamp(toMs(AT) + ms) });
    const old = given(aged.id, "old", 1);
    const again = given(aged.id, "again", 1);
    const kept = given(closed.id, "kept", 1);
    const said = aContent({ bytes: utf8("said") });
    await under.store.commit([
      change(put(old), put(again), put(given(fresh.id, "new", 2)), put(kept), put(said)),
      change(put(given(aged.id, "again", 2))),
      answering(answeredWith(closed, "That one.")),
    ]);
    const before = toTimestamp(toMs(AT) + 1);
    const query = { workspace: "default", before, limit: 100 };
    const ours = (ids: readonly string[]) =>
      ids.filter((id) => [aged, fresh, closed].some((one) => one.id === id));
    expect(ours(await under.store.agedUploads(query))).toEqual([aged.id]);
    expect(ours(await under.store.agedUploads({ ...query, after: aged.id }))).toEqual([]);
    expect(await under.store.agedUploads({ ...query, workspace: OTHER })).toEqual([]);
    const expire = [aged.id, fresh.id, closed.id].map(
      (owner): Write => ({ type: "content.expire", owner, before }),
    );
    expect(await under.outcomes([change(...expire)])).toEqual(["committed"]);
    const left = async (owner: Content["owner"]) =>
      (await under.store.listContents("default", owner)).map((one) => one.digest);
    expect(await left(aged.id)).toEqual([again.digest]);
    expect(await left(fresh.id)).toHaveLength(1);
    expect(await left(closed.id)).toEqual([kept.digest]);
    expect(await left(said.owner)).toHaveLength(1);
  });

  test("what a request shows is kept with it, open or not, and never too old", async () => {
    const later = toTimestamp(toMs(AT) + 10);
    const shown = (owner: Content["owner"], text: string) =>
      aContent({ owner, bytes: utf8(text), createdAt: later });
    const open = anOpenRequest();
    const [one, two] = [shown(open.id, "one"), shown(open.id, "two")];
    const evidence = [one, two].map(({ digest }) => {
      return { kind: "attachment", name: "a", digest } as const;
    });
    const showing = { ...open, question: { ...open.question, evidence } };
    const closed = answeredWith(anOpenRequest(), "That one.");
    const sought = anOpenAuthorization();
    const bring = (content: Content): Write => ({ type: "content.bring", content });
    const insert = (request: Request): Write => ({ type: "request.insert", request });
    const outcomes = await under.outcomes([
      change(insert(showing), bring(one), bring(two)),
      change(insert(closed), bring(shown(closed.id, "one"))),
      change(insert(sought), bring(shown(sought.id, "one"))),
    ]);
    expect(outcomes).toEqual(["committed", "committed", "committed"]);
    expect(await under.outcomes([change(bring(one))])).toEqual(["committed"]);
    const uploaded = { ...shown(open.id, "one"), createdAt: toTimestamp(toMs(later) + 1) };
    await under.store.commit([change(put(uploaded))]);
    const before = toTimestamp(toMs(later) + 1);
    const due = await under.store.agedUploads({ workspace: "default", before, limit: 1_000 });
    for (const { id } of [open, sought]) expect(due).not.toContain(id);
    const expire = [open.id, sought.id].map((owner): Write => {
      return { type: "content.expire", owner, before };
    });
    await under.store.commit([change(...expire)]);
    const kept = await under.store.listContents("default", open.id);
    expect(kept.map(({ createdAt }) => createdAt)).toEqual([later, later]);
    expect(await under.store.listContents("default", closed.id)).toHaveLength(1);
    expect(await under.store.listContents("default", sought.id)).toHaveLength(1);
  });

  test("what is uploaded in the moment in which its request was made gets too old as well", async () => {
    const open = anOpenRequest();
    const owner = open.id;
    await under.store.commit([asking(open)]);
    const content = aContent({ owner, bytes: utf8("at once"), createdAt: open.createdAt });
    await under.store.commit([change(put(content))]);
    const before = open.createdAt;
    const due = await under.store.agedUploads({ workspace: "default", before, limit: 1_000 });
    expect(due).toContain(owner);
    await under.store.commit([change({ type: "content.expire", owner, before })]);
    expect(await under.store.listContents("default", owner)).toEqual([]);
  });

  test("what depends on content commits only while all of it is there", async () => {
    const request = anOpenRequest();
    const owner = request.id;
    const one = aContent({ owner, bytes: utf8("one") });
    const two = aContent({ owner, bytes: utf8("two") });
    await under.store.commit([asking(request)]);
    await under.store.commit([change(put(one), put(two))]);
    const holds = (...digests: Content["digest"][]): Write => {
      return { type: "content.holds", owner, digests };
    };
    const both = holds(one.digest, two.digest, one.digest);
    expect(await under.outcomes([change(both), change(holds(one.digest))])).toEqual([
      "committed",
      "committed",
    ]);
    await under.store.commit([change({ type: "content.drop", owner, keep: [one.digest] })]);
    expect(await under.outcomes([change(both), change(holds(one.digest))])).toEqual([
      "conflict",
      "committed",
    ]);
  });

  test("all content of an owner is dropped at once, and no other", async () => {
    const [owner, other] = [anId("cnv"), anId("cnv")];
    const kept = aContent({ owner: other, bytes: utf8("one") });
    await under.store.commit([
      change(
        put(aContent({ owner, bytes: utf8("one") })),
        put(aContent({ owner, bytes: Buffer.of(0) })),
        put(kept),
      ),
    ]);
    await under.store.commit([elsewhere({ type: "content.drop", owner })]);
    expect(await under.store.listContents("default", owner)).toHaveLength(2);
    const drop: Write = { type: "content.drop", owner };
    expect(await under.outcomes([change(drop), change(drop)])).toEqual(["committed", "committed"]);
    expect(await under.store.listContents("default", owner)).toEqual([]);
    expect(await under.store.listContents("default", other)).toHaveLength(1);
  });
}
