import { describeHub } from "../suites/describe-hub.ts";
import { openConnectedInProcess, openConnectedOverHttp } from "../support/connected-world.ts";

describeHub("in process", openConnectedInProcess);
describeHub("over HTTP", openConnectedOverHttp);
