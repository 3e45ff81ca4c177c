import { expect, test } from "vitest";
import { untilSilent } from "./until-silent.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a stream comes through whole and ends with its source", async () => {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of ["a", "b", "c"]) controller.enqueue(bytes(text));
      controller.close();
    },
  });
  expect(await new Response(untilSilent(source)).text()).toBe("abc");
});

test("a stream that is silent for too long fails, and its source is let go", async () => {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes("a")),
    cancel: () => resolve(),
  });
  const reader = untilSilent(source, 20).getReader();
  expect((await reader.read()).value).toEqual(bytes("a"));
  await expect(reader.read()).rejects.toThrow("silent");
  await cancelled;
});

test("whoever stops reading ends the source", async () => {
  const { promise: cancelled, resolve } = Promise.withResolvers<unknown>();
  const source = new ReadableStream<Uint8Array>({ cancel: resolve });
  await untilSilent(source).cancel("enough");
  expect(await cancelled).toBe("enough");
});
