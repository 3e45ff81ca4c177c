import { describe } from "vitest";
import { describeSessions } from "../suites/describe-sessions.ts";
import { takeShare } from "../support/share.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeSessions("in process", openInProcess);
describe("by its wire", () => {
  takeShare("doors-http");
  describeSessions("over HTTP", openOverHttp);
});
