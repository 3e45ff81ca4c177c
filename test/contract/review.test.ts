import { describeReview } from "../suites/describe-review.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

describeReview("in process", openInProcess);
describeReview("over HTTP", openOverHttp);
