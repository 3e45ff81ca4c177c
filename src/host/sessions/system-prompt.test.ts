import { expect, test } from "vitest";
import { systemPrompt } from "./system-prompt.ts";

const runtime = { system: "You keep the books.", skills: [], workers: [], tools: [] };

test("every skill and every worker is in it, each on one line", () => {
  const names = Array.from({ length: 40 }, (_, index) => `skill-${index}`);
  const skills = names.map((name) => ({
    name,
    description: `About\n${name}.`,
    read: () => Promise.resolve(""),
  }));
  const worker = { name: "counter", description: "Counts.", prompt: "", tools: [], steps: 1 };
  const prompt = systemPrompt({ ...runtime, skills, workers: [worker] });
  for (const name of names) expect(prompt).toContain(`- ${name}: About ${name}.`);
  expect(prompt).toContain("- counter: Counts.");
});

test("it teaches asking where the agent can ask", () => {
  expect(systemPrompt({ ...runtime, tools: ["ask_operator"] })).toContain("unknown unknowns only");
  expect(systemPrompt(runtime)).not.toContain("unknown unknowns");
});
