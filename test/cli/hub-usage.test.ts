import { expect, test } from "vitest";
import { earshot } from "../support/cli.ts";

/* Commands of the hub that are called wrongly. */

const ID = `dlv_${"0".repeat(26)}`;

test.for([
  [["link", "Pigeon"], "or one from outside"],
  [["links", "remove", ID], "lnk_ and 26 letters and digits"],
  [["links", "chat", "slack"], "missing required argument 'chat'"],
  [["deliveries", "list", "--status", "lost"], "Allowed choices are"],
  [["deliveries", "show", "42"], "dlv_ and 26 letters and digits"],
  [["route", "test", "--at", "noon"], "2026-11-24T03:00:00Z"],
  [["route", "test", "--expires", "soon"], "45s, 10m, 8h or 3d"],
  [["attention", "--quiet", "22-7"], "22:00-07:00, or off"],
  [["attention", "--digest", "9"], "09:00,14:00, or off"],
  [["attention", "--per-hour", "0"], "from 1, or off"],
  [["channels", "add", "console"], "or one from outside"],
  [["channels", "sing"], "too many arguments"],
] as const)("%j is wrong usage and says what was meant", async ([args, said]) => {
  const refused = await earshot(args);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain(said);
});

test.for(["channels", "links", "deliveries", "route", "link", "attention"])(
  "%s --help says what there is",
  async (name) => {
    const help = await earshot([name, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain(`earshot ${name}`);
  },
);
