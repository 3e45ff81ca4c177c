import { describe, expect, test } from "vitest";
import { HAZARD_KINDS } from "../../domain/hazards/hazard.ts";
import { withWords } from "../../domain/inbox/item-words.ts";
import type { JsonObject } from "../../domain/json.ts";
import { anAction, anAuthorization, anOpenAuthorization } from "../../testing/builders.ts";
import { authorizationBlocks } from "../blocks.ts";
import { wordsIn } from "../messages/messages.ts";
import { terminalLines } from "../terminal-blocks.ts";
import { hazardWords } from "./hazard-words.ts";

const words = wordsIn("en");
const seeking = (args: JsonObject, reason = "Why.") =>
  anOpenAuthorization({ authorization: anAuthorization({ action: anAction({ args }), reason }) });
const linesOf = (args: JsonObject, reason?: string) =>
  terminalLines(authorizationBlocks(seeking(args, reason), { words }), words);
const TOLD = "! Stands out: deletes files (rm -rf)";

describe("what stands out", () => {
  test("is told above the action, whose level and arguments stay as they are", () => {
    const lines = linesOf({ command: "rm -rf /srv" });
    expect(lines.indexOf(TOLD)).toBeGreaterThan(0);
    expect(lines.indexOf(TOLD)).toBeLessThan(lines.findIndex((line) => line.startsWith("┌ ")));
    const others = lines.filter((line) => line !== TOLD).map((line) => line.slice(0, 12));
    const plain = linesOf({ command: "ls" }).map((line) => line.slice(0, 12));
    expect(others.length).toBe(plain.length);
  });

  test("is said of nothing that only talks of it, and nothing is called harmless", () => {
    expect(linesOf({ note: "rm -rf /srv" }, TOLD).filter((line) => line.startsWith("!"))).toEqual(
      [],
    );
    expect(linesOf({ command: "ls" }).some((line) => line.startsWith("!"))).toBe(false);
  });

  test("has the same words of Earshot's in each language, with what shows it", () => {
    for (const code of ["en", "de", "es", "fr", "ja"]) {
      for (const kind of HAZARD_KINDS) {
        const said = hazardWords([{ kind, what: "zzz" }], wordsIn(code));
        expect(said).not.toBe("");
        expect(said.includes("zzz")).toBe(kind !== "mail_letters" && kind !== "too_long");
      }
    }
    expect(hazardWords([], words)).toBe("");
  });

  test("stands in the row, and not in that of a question or an innocent action", () => {
    const request = seeking({ sql: "UPDATE orders SET status = 'shipped'" });
    const item = { id: request.id } as Parameters<typeof withWords>[0];
    const { hazards = [] } = withWords(item, request);
    expect(hazardWords(hazards, words)).toBe("changes every row of orders: no WHERE limits it");
    expect(withWords(item, seeking({ sql: "SELECT 1" }))).not.toHaveProperty("hazards");
  });
});
