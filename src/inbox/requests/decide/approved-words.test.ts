import { describe, expect, it } from "vitest";
import {
  aDemand,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  approvedBy,
} from "../../../testing/builders.ts";
import { approvedWords } from "./approval.ts";

describe("what has come of an approval", () => {
  it("says how many more people are needed", () => {
    const authorization = anAuthorization({ demand: aDemand({ quorum: 3 }) });
    const vote = { by: anActor(), at: "2026-01-01T00:00:00.000Z", digest: authorization.digest };
    const another = { ...vote, by: anActor({ principal: "prn_01k00000000000000000000077" }) };
    const votes = (...given: readonly (typeof vote)[]) =>
      anOpenAuthorization({ authorization: { ...authorization, votes: given } });
    expect(approvedWords(votes(vote))).toBe("Your approval is noted; 2 more are needed.");
    expect(approvedWords(votes(vote, another))).toBe("Your approval is noted; 1 more is needed.");
  });

  it("says whether anything was changed", () => {
    const approved = approvedBy(anOpenAuthorization());
    const { authorization } = approved;
    const { digest, action } = authorization;
    const by = { by: anActor(), at: approved.createdAt };
    const edit = { ...by, digest, args: action.args, patch: [] };
    expect(approvedWords(approved)).toBe("Approved.");
    expect(approvedWords({ ...approved, authorization: { ...authorization, edit } })).toBe(
      "Approved with changes.",
    );
  });
});
