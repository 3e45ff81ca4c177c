import { parseArgs } from "node:util";
import { present } from "../../src/domain/present.ts";

/* The little of curl that the docs use, for machines that have none. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    header: { type: "string", short: "H", multiple: true },
    data: { type: "string", short: "d" },
  },
});
const headers = Object.fromEntries(
  (values.header ?? []).map((line) => {
    const [name = "", ...value] = line.split(": ");
    return [name, value.join(": ")];
  }),
);
const response = await fetch(positionals[0] ?? "", {
  method: values.data === undefined ? "GET" : "POST",
  headers,
  ...present({ body: values.data }),
});
process.stdout.write(await response.text());
