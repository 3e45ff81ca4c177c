import { describe } from "vitest";
import { describeLiaison } from "../suites/describe-liaison.ts";
import { takeShare } from "../support/share.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeLiaison("in process", openInProcess);
describe("by its wire", () => {
  takeShare("doors-http");
  describeLiaison("over HTTP", openOverHttp);
});
