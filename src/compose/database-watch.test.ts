import { expect, test } from "vitest";
import type { OthersListener } from "../ports/store/others.ts";
import { tellingOthers } from "./database-watch.ts";

test("the log says once why the database is lost, and when it is there again", async () => {
  const said: unknown[] = [];
  const log = {
    warn: ({ reason }: { reason: string }) => said.push(reason),
    info: () => said.push("again"),
  };
  const heard: boolean[] = [];
  let told: OthersListener | undefined;
  const others = tellingOthers(
    {
      node: "one",
      catchUp: async () => {},
      compared: () => {},
      async listen(listener) {
        told = listener;
        return async () => {};
      },
    },
    { log, place: "db:5432/earshot" },
  );
  await others.listen({ reached: () => {}, hearing: (is) => heard.push(is) });
  told?.hearing(true);
  expect(said).toEqual([]);
  told?.hearing(false, new Error("cut"));
  told?.hearing(false, new Error("cut"));
  told?.hearing(false, new Error("refused"));
  told?.hearing(true);
  told?.hearing(true);
  told?.hearing(false, new Error("cut"));
  expect(said).toEqual(["cut", "refused", "again", "cut"]);
  expect(heard).toEqual([true, false, false, false, true, true, false]);
});
