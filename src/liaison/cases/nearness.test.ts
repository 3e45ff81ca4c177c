import { expect, test, vi } from "vitest";
import type { Encoder } from "../../ports/model/encoder.ts";
import { closeCases, findCase } from "./find-case.ts";
import { createNearness } from "./nearness.ts";
import { rankCases } from "./rank-cases.ts";

/** As if each word were an axis: texts with words in common are near. */
function wordEncoder(asked: string[][] = []): Encoder {
  const axes = new Map<string, number>();
  return {
    name: "words",
    async encode(texts) {
      asked.push([...texts]);
      return texts.map((text) => {
        const vector = new Float32Array(4_000);
        const used = new Set<number>();
        for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
          const axis = axes.get(word) ?? axes.size;
          axes.set(word, axis);
          used.add(axis % vector.length);
        }
        for (const axis of used) vector[axis] = 1 / Math.sqrt(used.size);
        return vector;
      });
    },
  };
}

/** Words that the library does not know, which the encoder takes for an example's. */
function translating(encoder: Encoder, meanings: Readonly<Record<string, string>>): Encoder {
  return {
    name: "translating",
    encode: (texts, signal) =>
      encoder.encode(
        texts.map((text) => meanings[text] ?? text),
        signal,
      ),
  };
}

const FOREIGN = "Suunnittele meille viikonloppu Roomassa";
const MOOD = "Olen niin väsynyt";

test("a request in words that nobody listed is of the kind that the encoder tells", async () => {
  const encoder = translating(wordEncoder(), {
    [FOREIGN]: "Plan a weekend in Rome for two",
    [MOOD]: "I am tired and bored today",
  });
  const nearness = createNearness(encoder, () => {});
  expect(await nearness.ready()).toBe(true);
  const near = await nearness.of(FOREIGN);
  expect(findCase(FOREIGN, "")).toBeUndefined();
  expect(rankCases(FOREIGN, "", near)[0]?.found.name).toBe("travel");
  const mood = await nearness.of(MOOD);
  expect(findCase(MOOD, "", mood)).toBeUndefined();
  expect(closeCases(MOOD, "", mood)).toBeUndefined();
});

test("the examples are encoded once, and so is a text", async () => {
  const asked: string[][] = [];
  const nearness = createNearness(wordEncoder(asked), () => {});
  await Promise.all([nearness.ready(), nearness.ready()]);
  const batches = asked.length;
  expect(Math.max(...asked.map((texts) => texts.length))).toBeLessThanOrEqual(16);
  expect(new Set(asked.flat()).size).toBeGreaterThan(900);
  expect(await nearness.of("Pay the bill")).toEqual(await nearness.of(" Pay the bill "));
  expect(asked).toHaveLength(batches + 1);
  await nearness.of(`Pay the bill ${"x".repeat(100_000)}`);
  expect(asked.at(-1)?.[0]?.length).toBeLessThanOrEqual(600);
});

test("until the examples are known the words decide alone", async () => {
  const nearness = createNearness(wordEncoder(), () => {});
  expect(await nearness.of("Pay the bill")).toBeUndefined();
  await expect.poll(() => nearness.of("Pay the bill")).toBeDefined();
});

test("an encoder that fails is said to once, and left alone for a while", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const faults: unknown[] = [];
    const encoder = wordEncoder();
    let isBroken = true;
    let calls = 0;
    const nearness = createNearness(
      {
        name: "at times",
        async encode(texts, signal) {
          calls += 1;
          if (isBroken) throw new Error("out of order");
          return await encoder.encode(texts, signal);
        },
      },
      (error) => faults.push(error),
    );
    expect(await nearness.ready()).toBe(false);
    expect(await nearness.ready()).toBe(false);
    expect(calls).toBe(1);
    vi.advanceTimersByTime(31_000);
    expect(await nearness.ready()).toBe(false);
    expect(calls).toBe(2);
    expect(faults).toHaveLength(1);
    isBroken = false;
    vi.advanceTimersByTime(31_000);
    expect(await nearness.ready()).toBe(true);
    isBroken = true;
    expect(await nearness.of("Pay the bill")).toBeUndefined();
    expect(faults).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test("vectors of another size than the examples' are not compared", async () => {
  const encoder = wordEncoder();
  const nearness = createNearness(
    {
      name: "changed",
      encode: async (texts, signal) =>
        texts[0] === "short" ? [new Float32Array([1])] : await encoder.encode(texts, signal),
    },
    () => {},
  );
  await nearness.ready();
  expect(await nearness.of("short")).toBeUndefined();
});
