import { globSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentSchemaFile } from "../../../scripts/agent-page.ts";
import { isEarshotError } from "../../../src/domain/errors.ts";
import { KNOWN_AGENT_TOOLS, toolsOf } from "../../../src/host/agents/agent-tools.ts";
import { readAgent } from "../../../src/host/agents/read-agent.ts";
import { readAgents } from "../../../src/host/agents/read-agents.ts";
import { readSkills } from "../../../src/host/agents/skills.ts";
import { ROOT } from "../../support/cli.ts";
import { folderOf } from "./support/house.ts";

const SAMPLE = `model:
  url: http://127.0.0.1:1/v1
  name: scripted
`;
const SKILL = "---\nname: tidy\ndescription: How to tidy up.\n---\n\nPut it back.\n";

function read(text: string, more: Readonly<Record<string, string>> = {}) {
  const folder = folderOf({ "agents/scout/agent.yaml": text, ...more });
  return readAgent(join(folder, "agents/scout"), "scout", KNOWN_AGENT_TOOLS);
}

/** What is refused, without the path of the file. */
function refusalOf(text: string, more: Readonly<Record<string, string>> = {}): string {
  try {
    read(text, more);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    return error.message.replaceAll(/^.*agent\.yaml:/gm, "");
  }
  throw new Error("It was not refused.");
}

describe("an agent file", () => {
  test("gets the usual for what it leaves out", () => {
    expect(read(SAMPLE)).toEqual({
      name: "scout",
      folder: expect.stringMatching(/scout$/),
      model: { url: "http://127.0.0.1:1/v1", name: "scripted", api: "openai" },
      system: "",
      tools: [],
      skills: [],
      channels: [],
      approvals: [],
      preconditions: [],
      workers: [],
      schedules: [],
      limits: { sessions: 4, steps: 50, attempts: 3, acknowledge_after: "30s" },
    });
  });

  test.for([
    [
      "an unknown key",
      `${SAMPLE}chanels: []\n`,
      '4: chanels is no key of an agent. Did you mean "channels"?',
    ],
    [
      "an unknown key within a list",
      `${SAMPLE}channels:\n  - channel: slack\n    chat: [C1]\n`,
      '6: chat is no key of channels.0. Did you mean "chats"?',
    ],
    ["neither a model nor a command", "system: hi\n", "1: An agent has a model, or a command"],
    ["both", `${SAMPLE}command: [python3]\n`, "4: Give either model or command, not both."],
    [
      "what a command cannot have",
      "command: [python3]\nsystem: hi\n",
      "2: system is for an agent with a model; a command has none.",
    ],
    ["two system prompts", `${SAMPLE}system: a\nsystem_file: b\n`, "5: Give either system or"],
    [
      "an unknown tool",
      `${SAMPLE}tools: [wriite]\n`,
      '4: There is no tool named wriite. Did you mean "write"?',
    ],
    [
      "an unknown skill",
      `${SAMPLE}skills: [tidy]\n`,
      "4: There is no skill named tidy. There is none.",
    ],
    [
      "a time that is none",
      `${SAMPLE}schedules:\n  - { name: a, at: 9, text: go }\n`,
      "5: schedules.0.at: expected string, received number.",
    ],
    [
      "a zone that is none",
      `${SAMPLE}schedules:\n  - { name: a, at: "09:00", time_zone: Mars, text: go }\n`,
      "5: schedules.0.time_zone: is no time zone; write one such as Europe/Berlin.",
    ],
    [
      "two of one name",
      `${SAMPLE}schedules:\n  - { name: a, at: "09:00", text: go }\n  - { name: a, at: "10:00", text: go }\n`,
      "6: Two of the schedules are named a.",
    ],
    [
      "a channel that is none",
      `${SAMPLE}channels:\n  - channel: Slack!\n`,
      "5: channels.0.channel: is no channel",
    ],
    ["no map", "- a\n", "1: An agent file is a map of keys, such as model and channels."],
    ["what is no YAML", "model: [\n", "2: "],
  ] as const)("is refused with its line for %s", ([, text, refusal]) => {
    expect(refusalOf(text)).toContain(refusal);
  });

  test("names its system prompt by a file", () => {
    const more = { "agents/scout/system.md": "Be careful." };
    expect(read(`${SAMPLE}system_file: system.md\n`, more).system).toBe("Be careful.");
  });

  test("has its own skills and those beside the agents, its own first", () => {
    const shared = {
      "skills/tidy/SKILL.md": SKILL,
      "skills/sort/skill.md": SKILL.replace("tidy", "sort"),
    };
    const own = SKILL.replace("How to", "Our way to");
    const { skills } = read(SAMPLE, { ...shared, "agents/scout/skills/tidy/SKILL.md": own });
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ["tidy", "Our way to tidy up."],
      ["sort", "How to tidy up."],
    ]);
  });

  test("holds what every agent of a host has, and of a set nothing that waits for a person", () => {
    const agent = read(`${SAMPLE}tools: classic\n`);
    expect(toolsOf(agent)).toEqual([
      "write",
      "read",
      "list",
      "delete",
      "pattern_search",
      "ask_operator",
      "read_session",
      "message",
      "judge_request",
      "get_task",
      "task_progress",
      "task_completed",
    ]);
  });

  test("is described by the schema that the package publishes", () => {
    expect(readFileSync(join(ROOT, "agent.schema.json"), "utf8")).toBe(agentSchemaFile());
  });
});

describe("a folder of agents", () => {
  test("is not there, or holds none", () => {
    expect(readAgents(join(folderOf({}), "agents"), KNOWN_AGENT_TOOLS)).toBeUndefined();
    expect(readAgents(folderOf({ "notes/a.md": "a" }), KNOWN_AGENT_TOOLS)).toEqual([]);
  });

  test("holds those of the examples", () => {
    const agents = readAgents(join(ROOT, "examples/agent"), KNOWN_AGENT_TOOLS);
    expect(agents?.map(({ name }) => name)).toEqual(["python", "scout"]);
  });
});

describe("a skill", () => {
  const EXAMPLES = globSync("**/skills/*/", { cwd: join(ROOT, "examples") });

  test("is in the examples", () => {
    expect(EXAMPLES).not.toEqual([]);
  });

  test.for(EXAMPLES)("of the examples is in the catalogue: %s", async (folder) => {
    const skills = readSkills(join(ROOT, "examples", dirname(folder)));
    const skill = skills.find(({ name }) => name === basename(folder));
    expect(skill?.description).toMatch(/\w/);
    expect(await skill?.read()).toContain("---");
  });

  test("is told of where it has no name, no description or no file", () => {
    const faultOf = (text: string) => {
      try {
        return readSkills(folderOf({ [`tidy/${text === "" ? "notes.md" : "SKILL.md"}`]: text }));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(faultOf("")).toContain("has no SKILL.md");
    expect(faultOf("Put it back.")).toContain("SKILL.md: front matter is missing");
    expect(faultOf("---\nname: tidy\n---\n")).toContain("SKILL.md: description is missing");
    expect(faultOf("---\ndescription: a\n---\n")).toMatchObject([{ name: "tidy" }]);
  });

  test("has a name that its reads can be counted under, and a dead link is none", () => {
    const text = "---\nname: tidy up\ndescription: a\n---\n";
    const folder = folderOf({ "tidy/SKILL.md": text });
    expect(() => readSkills(folder)).toThrow("SKILL.md: name");
    const other = folderOf({ "tidy/SKILL.md": SKILL });
    symlinkSync(join(other, "gone"), join(other, "link"));
    expect(readSkills(other)).toHaveLength(1);
  });

  test.for(["../other.md", "/etc/passwd", "..", ".", "link.md", "nothing.md"])(
    "gives out nothing from outside its folder: %s",
    async (file) => {
      const folder = folderOf({ "tidy/SKILL.md": SKILL, "other.md": "secret" });
      symlinkSync(join(folder, "other.md"), join(folder, "tidy/link.md"));
      const [skill] = readSkills(folder).filter(({ name }) => name === "tidy");
      await expect(skill?.read(file)).rejects.toMatchObject({ code: "NOT_FOUND" });
    },
  );
});
