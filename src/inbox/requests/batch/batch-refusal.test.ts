import { describe, expect, it } from "vitest";
import type { Action, Level } from "../../../domain/authority/action.ts";
import type { Authorization } from "../../../domain/authority/authorization.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import {
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
} from "../../../testing/builders.ts";
import { batchRefusal } from "./batch-refusal.ts";

function detailOf(action: Partial<Action>, over: Partial<Authorization> = {}): InboxDetail {
  const authorization = anAuthorization({ action: anAction(action), ...over });
  return {
    request: anOpenAuthorization({ authorization }),
    needs: { typed: false, passphrase: false, passkey: "none" },
    history: [],
    deliveries: [],
    steps: [],
    similar: [],
  };
}

const at = (level: Level, tool = "pay") => detailOf({ level, tool });

describe("several actions at once", () => {
  it("are decided where they are LOW or MEDIUM and of one tool", () => {
    expect(batchRefusal([at("LOW"), at("MEDIUM")])).toBeUndefined();
    expect(batchRefusal([at("LOW"), at("HIGH")])).toContain("one by one");
    expect(batchRefusal([at("LOW"), at("LOW", "mail")])).toContain("different tools");
  });

  it("are not where one has closed, asks for a proof, or may not be approved", () => {
    const one = at("LOW");
    const closed = { ...one.request, status: "cancelled" } as InboxDetail["request"];
    expect(batchRefusal([{ ...one, request: closed }])).toContain("already");
    expect(batchRefusal([{ ...one, request: anOpenRequest() }])).toContain("Questions");
    const passphrase = { typed: false, passphrase: true, passkey: "none" } as const;
    expect(batchRefusal([{ ...one, needs: passphrase }])).toContain("proof");
    const refused = { ...passphrase, passphrase: false, refusal: "It is your own agent." };
    expect(batchRefusal([{ ...one, needs: refused }])).toBe("It is your own agent.");
  });

  it.each<[string, InboxDetail, string]>([
    ["files", detailOf({ resources: [{ uri: "file:a", sha256: "0".repeat(64) }] }), "files"],
    ["a tool that has changed", detailOf({}, { toolChanged: true }), "has changed"],
    [
      "what looks like a secret",
      detailOf({ args: { api_key: "sk-live-abcdefghijklmnop" } }),
      "like a secret",
    ],
    [
      "an edit",
      detailOf({}, { edit: { by: anActor(), at: "", digest: "", args: {}, patch: [] } }),
      "edited",
    ],
  ])("are not where there is %s, and the request is named", (_what, odd, words) => {
    const refusal = batchRefusal([detailOf({}), odd]);
    expect(refusal).toContain(odd.request.id);
    expect(refusal).toContain(words);
  });

  it("are not where they are too long together, though each by itself is not", () => {
    const long = (letter: string) => detailOf({ args: { text: letter.repeat(60_000) } });
    expect(batchRefusal([long("a")])).toBeUndefined();
    expect(batchRefusal([long("a"), long("b")])).toContain("too long");
  });
});
