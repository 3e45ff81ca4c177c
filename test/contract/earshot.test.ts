import { describeEarshot } from "../suites/describe-earshot.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeEarshot("in process", openInProcess);
describeEarshot("over HTTP", openOverHttp);
