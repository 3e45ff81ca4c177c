import type { EarshotClient } from "../../../src/client/index.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import type { Form } from "../../../src/domain/requests/question.ts";

/* Sixty requests as an hour of an operator brings them, by what one has to do for each. */

export const FORMS = [
  "choice",
  "choices",
  "text",
  "fields",
  "old answer",
  "reject",
  "LOW, MEDIUM",
  "HIGH",
  "CRITICAL",
] as const;
export type FormName = (typeof FORMS)[number];

const AN_HOUR: Readonly<Record<FormName, number>> = {
  choice: 12,
  choices: 5,
  text: 7,
  fields: 4,
  "old answer": 4,
  reject: 6,
  "LOW, MEDIUM": 16,
  HIGH: 4,
  CRITICAL: 2,
};

export const OLD_QUESTION = "Which mirror do the packages come from?";

const OPTIONS = [{ label: "staging" }, { label: "production" }, { label: "neither" }];
const QUESTIONS: Readonly<Partial<Record<FormName, Form>>> = {
  choice: { kind: "choice", options: OPTIONS },
  choices: { kind: "choices", options: OPTIONS },
  text: { kind: "text" },
  "old answer": { kind: "text" },
  fields: {
    kind: "fields",
    schema: {
      type: "object",
      required: ["title", "replicas"],
      properties: {
        title: { type: "string", title: "Title" },
        replicas: { type: "integer", default: 3, minimum: 1, title: "Replicas" },
      },
    },
  },
};
const TOOLS: Readonly<Partial<Record<FormName, readonly string[]>>> = {
  reject: ["write_page", "read_notes"],
  "LOW, MEDIUM": ["read_report", "write_draft"],
  HIGH: ["pay"],
  CRITICAL: ["admin_reset"],
};

export const POLICY = {
  version: 1,
  rules: [
    { name: "reading", tools: ["read_*"], level: "LOW" },
    { name: "writing", tools: ["write_*"], level: "MEDIUM" },
    { name: "spending", tools: ["pay"], level: "HIGH" },
    { name: "resets", tools: ["admin_*"], level: "CRITICAL" },
  ],
};

export interface Asked {
  readonly id: RequestId;
  readonly form: FormName;
}

/** Asks them of one person, in an order of the seed's; each says its number, from 1. */
export async function askAnHour(
  agent: EarshotClient,
  { to, random }: { readonly to: string; readonly random: () => number },
): Promise<readonly Asked[]> {
  const wanted = FORMS.flatMap((form) => Array.from({ length: AN_HOUR[form] }, () => form));
  const order = wanted.map((form) => ({ form, at: random() })).toSorted((a, b) => a.at - b.at);
  const asked: Asked[] = [];
  for (const { form } of order) {
    asked.push({ form, id: await askOne(agent, { form, to, count: asked.length + 1 }) });
  }
  return asked;
}

interface One {
  readonly form: FormName;
  readonly to: string;
  readonly count: number;
}

async function askOne(agent: EarshotClient, { form, to, count }: One): Promise<RequestId> {
  const question = QUESTIONS[form];
  if (question !== undefined) {
    const text = form === "old answer" ? OLD_QUESTION : `Where shall batch ${count} go?`;
    // The same question again would share the answer of the one that is open.
    const shared = form === "old answer" ? { context: `For batch ${count}.` } : {};
    return (await agent.ask({ text, form: question, to: [to], joinKey: `${count}`, ...shared }))
      .request.id;
  }
  const tools = TOOLS[form] ?? [];
  const tool = tools[count % tools.length] ?? "read_report";
  const args = { path: `/srv/batch-${count}.csv` };
  const reason = `Batch ${count} needs it.`;
  const sought = { tool, args, reason, to: [to], joinKey: `${count}` };
  return (await agent.authorize(sought)).request.id;
}
