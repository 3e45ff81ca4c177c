import { takeOrders } from "../peer-orders.ts";
import { startTarget, type TargetName } from "../target.ts";

/* A client of Earshot or of the limit over HTTP, and its server, for the bench of peers. */
const [, , name] = process.argv.slice(2);
await takeOrders(({ folder, postgres }) =>
  startTarget(name as TargetName, postgres === "" ? folder : { folder, postgres }),
);
