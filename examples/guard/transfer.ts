import { createClient, isEarshotError } from "earshot/client";
import { guard } from "earshot/guard";

/* Sends money once that is approved: `transfer.ts NAME AMOUNT`. */
const { EARSHOT_URL: url = "http://127.0.0.1:4242", EARSHOT_KEY: key = "" } = process.env;
const [to = "ana", amount = "50"] = process.argv.slice(2);

const transfer = guard(
  async (args: { to: string; amount: number }, { edited }) =>
    `sent ${args.amount} to ${args.to}${edited ? ", as an operator changed it" : ""}`,
  {
    earshot: createClient({ url, key }),
    tool: "transfer",
    reason: ({ to }) => `The invoice of ${to} is due.`,
    argsSchema: {
      type: "object",
      properties: { to: { type: "string" }, amount: { type: "number", minimum: 0 } },
      required: ["to", "amount"],
      additionalProperties: false,
    },
  },
);

try {
  // The same invoice is paid once, however often this is started.
  console.log(await transfer({ to, amount: Number(amount) }, { call: `invoice of ${to}` }));
} catch (error) {
  if (!isEarshotError(error)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
