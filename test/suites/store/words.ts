import { expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import { WORDS_PLACES, type WordsRow } from "../../../src/ports/earshot/words.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anOpenRequest, asking } from "../../../src/testing/builders.ts";
import { AT, type StoreUnderTest } from "./store-under-test.ts";

/** What is said of rows whatever they mean: found by page, changed where nothing has changed, taken out. */
export function wordsFacts(under: StoreUnderTest): void {
  const requests = async (over: object = {}): Promise<readonly WordsRow[]> =>
    await under.store.wordsPage({ workspace: "default", place: "requests", limit: 10, ...over });
  const commit = async (...writes: readonly Write[]) =>
    (await under.outcomes([{ workspace: "default", writes, events: [] }]))[0];

  async function three(): Promise<readonly string[]> {
    const made = ["one", "two", "three"].map((text) =>
      anOpenRequest({ question: { text, form: { kind: "text" } }, createdAt: AT }),
    );
    await under.store.commit(made.map((request) => asking(request)));
    return made.map(({ id }) => id).toSorted();
  }

  test("every place can be gone through, in pages along its key", async () => {
    const ids = await three();
    const [first] = await requests({ limit: 1 });
    expect(first?.key).toEqual([ids[0]]);
    const rest = await requests({ after: first?.key });
    expect(rest.map(({ key }) => key)).toEqual([[ids[1]], [ids[2]]]);
    expect(await requests({ only: [ids[1]] })).toEqual([rest[0]]);
    for (const place of WORDS_PLACES) {
      const query = { workspace: "default", place, limit: 5 } as const;
      const [row] = await under.store.wordsPage(query);
      expect(Array.isArray(await under.store.wordsPage({ ...query, open: true }))).toBe(true);
      if (row === undefined) continue;
      expect(await under.store.wordsPage({ ...query, only: row.key })).toEqual([row]);
      expect(await under.store.wordsPage({ ...query, after: row.key })).not.toContainEqual(row);
    }
    expect(
      await under.store.wordsPage({ workspace: "other", place: "requests", limit: 5 }),
    ).toEqual([]);
  });

  test("texts are put where those that were read stand still, and nowhere else", async () => {
    await three();
    const [row] = await requests({ limit: 1 });
    if (row === undefined) throw new Error("There is no request.");
    const { key, texts } = row;
    const other = { ...texts, agent_name: "(erased)", reason: 'quo"te\u0000' };
    const put = { type: "words.put", place: "requests", key, was: texts, texts: other } as const;
    expect(await commit(put)).toBe("committed");
    expect((await requests({ only: key }))[0]).toEqual({ key, texts: other });
    expect(await commit(put)).toBe("conflict");
    const id = String(key[0]) as RequestId;
    expect(await under.store.findRequest("default", id)).toMatchObject({ agentName: "(erased)" });
    expect(
      (await requests()).filter(({ texts: one }) => one["agent_name"] === "(erased)"),
    ).toHaveLength(1);
  });

  test("a row is taken out, and one that is gone is no error", async () => {
    const change = {
      workspace: "default",
      writes: [],
      events: [],
      once: { principal: "prn_1", key: "of-somebody", digest: "d", result: "req_1" },
    } as const;
    await under.store.commit([change]);
    const once = { workspace: "default", place: "once", limit: 10 } as const;
    const [row] = await under.store.wordsPage(once);
    expect(row).toMatchObject({ key: ["of-somebody", "prn_1"] });
    const drop = { type: "words.drop", place: "once", key: row?.key ?? [] } as const;
    expect([await commit(drop), await commit(drop)]).toEqual(["committed", "committed"]);
    expect(await under.store.wordsPage(once)).toEqual([]);
  });
}
