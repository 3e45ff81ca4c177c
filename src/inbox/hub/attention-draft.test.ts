import { expect, test } from "vitest";
import type { Attention } from "../../domain/hub/link.ts";
import { draftOf, wantedOf } from "./attention-draft.ts";

const operator = "prn_01k00000000000000000000abc";

test("what is set comes back from the form as it was", () => {
  const set: Attention = {
    operator,
    language: "de",
    timeZone: "Europe/Berlin",
    quiet: { from: "22:00", to: "07:00" },
    digest: ["09:00", "17:30"],
    perHour: 6,
  };
  const { operator: _, ...wanted } = set;
  expect(wantedOf(draftOf(set, "UTC"))).toEqual(wanted);
});

test("who has set nothing starts in the zone of the browser", () => {
  const draft = draftOf({ operator }, "Asia/Tokyo");
  expect(wantedOf(draft)).toEqual({ timeZone: "Asia/Tokyo" });
});

test("times of a digest are told apart by commas, semicolons and blanks", () => {
  const draft = { ...draftOf({ operator }, "UTC"), digest: " 09:00,12:00 ; 17:00 " };
  expect(wantedOf(draft).digest).toEqual(["09:00", "12:00", "17:00"]);
});
