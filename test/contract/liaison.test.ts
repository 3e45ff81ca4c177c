import { describeLiaison } from "../suites/describe-liaison.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeLiaison("in process", openInProcess);
describeLiaison("over HTTP", openOverHttp);
