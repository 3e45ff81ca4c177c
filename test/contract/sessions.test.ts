import { describeSessions } from "../suites/describe-sessions.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeSessions("in process", openInProcess);
describeSessions("over HTTP", openOverHttp);
