import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { LEGACY_REVISIONS } from "./facts.ts";

test("the revisions that are told of are those that the library serves", () => {
  expect(SUPPORTED_PROTOCOL_VERSIONS).toEqual(LEGACY_REVISIONS);
});
