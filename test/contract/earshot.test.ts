import { describe } from "vitest";
import { describeEarshot } from "../suites/describe-earshot.ts";
import { takeShare } from "../support/share.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeEarshot("in process", openInProcess);
describe("by its wire", () => {
  takeShare("doors-http");
  describeEarshot("over HTTP", openOverHttp);
});
