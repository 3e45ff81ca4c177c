import { expect, test } from "vitest";
import { readEnvironment } from "../../compose/config.ts";
import { reachOf } from "./reach.ts";

const environment = readEnvironment({
  EARSHOT_LISTEN: "0.0.0.0",
  EARSHOT_ALLOWED_HOSTS: "earshot.internal, 10.0.0.5,",
  EARSHOT_PUBLIC_URL: "https://earshot.example.com",
});

test("nothing is said where nothing says so", () => {
  expect(reachOf({}, readEnvironment({}))).toEqual({});
});

test("the environment says it, names separated by commas", () => {
  expect(reachOf({}, environment)).toEqual({
    listen: "0.0.0.0",
    allowedHosts: ["earshot.internal", "10.0.0.5"],
    publicUrl: "https://earshot.example.com",
  });
});

test("the command line comes before it, each for itself", () => {
  const publicUrl = "https://other.example.com";
  expect(reachOf({ allowedHost: ["a"], publicUrl }, environment)).toEqual({
    listen: "0.0.0.0",
    allowedHosts: ["a"],
    publicUrl,
  });
});
