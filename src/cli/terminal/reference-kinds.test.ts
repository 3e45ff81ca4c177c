import { expect, test } from "vitest";
import type { EarshotClient } from "../../client/client.ts";
import { partOf } from "./match-text.ts";
import { KINDS } from "./reference-kinds.ts";

test("an end is looked for as long as all can be seen, and never guessed", async () => {
  const part = partOf("req", "zzzzzz");
  let pages = 0;
  const endless = {
    list: async () => ({ items: [], next: `req_${String(++pages).padStart(26, "0")}` }),
  } as unknown as EarshotClient;
  await expect(KINDS.req.find(endless, part)).rejects.toThrow("give its first characters");
  expect(pages).toBe(20);
});
