import { describe } from "vitest";
import { describeReview } from "../suites/describe-review.ts";
import { takeShare } from "../support/share.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeReview("in process", openInProcess);
describe("by its wire", () => {
  takeShare("doors-http");
  describeReview("over HTTP", openOverHttp);
});
