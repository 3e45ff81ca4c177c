import { DBOS } from "@dbos-inc/dbos-sdk";
import { takeOrders } from "../peer-orders.ts";
import { cycled, heard } from "./heard.ts";

/* A workflow that starts with the question and receives the answer as a message. */

const DAY_SECONDS = 86_400;

async function askPerson(_question: string): Promise<string> {
  const answer = (await DBOS.recv<string>("answer", { timeoutSeconds: DAY_SECONDS })) ?? "";
  heard(String(DBOS.workflowID), answer);
  return answer;
}
const workflow = DBOS.registerWorkflow(askPerson, { name: "askPerson" });

await takeOrders(async ({ postgres }) => {
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: postgres, logLevel: "error" });
  await DBOS.launch();
  return cycled({
    ask: (id, question) => DBOS.startWorkflow(workflow, { workflowID: id })(question),
    answer: (id, text) => DBOS.send(id, text, "answer"),
  });
});
