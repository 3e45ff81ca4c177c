import { describe } from "vitest";
import { describeHub } from "../suites/describe-hub.ts";
import { openConnectedInProcess, openConnectedOverHttp } from "../support/connected-world.ts";
import { takeShare } from "../support/share.ts";

describeHub("in process", openConnectedInProcess);
describe("by its wire", () => {
  takeShare("doors-http");
  describeHub("over HTTP", openConnectedOverHttp);
});
