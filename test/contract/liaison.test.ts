import { describeLiaison } from "../../src/testing/describe-liaison.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeLiaison("in process", openInProcess);
describeLiaison("over HTTP", openOverHttp);
