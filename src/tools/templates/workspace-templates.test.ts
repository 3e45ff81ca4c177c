import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { TOOL_ERRORS } from "../registry/error-types.ts";
import { createToolRegistry, type ToolRegistry } from "../registry/registry.ts";
import { TOOL_SETS } from "../sets.ts";
import { workspaceTemplates } from "./workspace-templates.ts";

const HELD: readonly (readonly [string, ToolRegistry])[] = [
  ["classic", createToolRegistry(TOOL_SETS.classic)],
  ["hub", createToolRegistry(TOOL_SETS.hub)],
  ["classic and hub", createToolRegistry([...TOOL_SETS.classic, ...TOOL_SETS.hub])],
  ["interaction", createToolRegistry(TOOL_SETS.interaction)],
  ["host", createToolRegistry([...TOOL_SETS.hub, ...TOOL_SETS.host])],
];

const toolNames = ({ tools }: ToolRegistry) => tools.map(({ tool }) => tool.name);
const parametersOf = ({ tools }: ToolRegistry) =>
  tools.flatMap(({ tool }) => Object.keys(tool.input.shape));
const inCode = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name);
const EVERY_NAME = new Set(
  Object.values(TOOL_SETS).flatMap((tools) => tools.map(({ name }) => name)),
);

function textsOf(registry: ToolRegistry) {
  const [page, skill] = workspaceTemplates(registry);
  return { page: page?.text ?? "", skill: skill?.text ?? "" };
}

describe.each(HELD)("the templates of %s", (_, registry) => {
  const { page, skill } = textsOf(registry);

  test("have a section for every tool with every parameter, and for no other", () => {
    const sections = [...page.matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)];
    expect(sections.map(([, name]) => name)).toEqual(toolNames(registry));
    for (const [, name = "", body = ""] of sections) {
      const entry = registry.find(name);
      const listed = [...body.matchAll(/^- `(\w+)` \(/gm)].map(([, parameter]) => parameter);
      expect(listed).toEqual(Object.keys(entry?.tool.input.shape ?? {}));
      expect(body).toContain(entry?.tool.description);
    }
  });

  test("say of each parameter whether it is required, and what it is", () => {
    for (const { parameters } of registry.tools) {
      const { required = [], properties = {} } = parameters as {
        required?: string[];
        properties?: Record<string, { description?: string }>;
      };
      for (const [name, { description = "" }] of Object.entries(properties)) {
        const needed = required.includes(name) ? "required" : "optional";
        expect(page).toMatch(new RegExp(`^- \`${name}\` \\(.*${needed}\\): `, "m"));
        expect(page).toContain(description);
      }
    }
  });

  test("name in code what is in the registry, the errors, and nothing else", () => {
    const known = [...toolNames(registry), ...parametersOf(registry), ...Object.keys(TOOL_ERRORS)];
    for (const text of [page, skill]) {
      expect(inCode(text).filter((name = "") => !known.includes(name))).toEqual([]);
    }
    const named = new Set(inCode(page));
    for (const error of Object.keys(TOOL_ERRORS)) expect(named).toContain(error);
  });

  test("name each tool in the skill, and none that the agent does not hold", () => {
    for (const name of toolNames(registry)) expect(skill).toContain(`- \`${name}\`: `);
    const spoken = new Set(skill.match(/\w+/g));
    const absent = [...EVERY_NAME].filter((name) => name.includes("_") && spoken.has(name));
    expect(absent.filter((name) => registry.find(name) === undefined)).toEqual([]);
  });

  test("begin the skill with a name and a description that its readers take", () => {
    const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
    const { name, description, ...others } = parseYaml(front);
    expect({ name, others }).toEqual({ name: "earshot", others: {} });
    expect(description.length).toBeLessThanOrEqual(1_024);
  });

  test("say that only people decide", () => {
    for (const text of [page, skill]) expect(text).toContain("**Only people decide.**");
  });
});

test("a message is said to bring no answer, and what does is named", () => {
  const { page } = textsOf(createToolRegistry(TOOL_SETS.interaction));
  expect(page).toContain("**A `message` brings no answer.**");
  expect(page).toContain("To have an answer, call `ask_human` or `send_message_to_operator`.");
});

test("where nothing can ask, nothing is said of asking", () => {
  const { page } = textsOf(createToolRegistry(TOOL_SETS.hub));
  expect(page).not.toContain("To have an answer, call");
  expect(page).not.toContain("Silence");
});
