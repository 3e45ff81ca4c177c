import { defineCase } from "../cases/task-case.ts";

/** What nearly any task can lack, for those of no known kind. */
export const GENERIC_CASE = defineCase({
  name: "task",
  cues: "",
  capabilities: "",
  slots: `
    purpose (purpose) 0.9 | What is it for, and what should it achieve? | Private use* / Work / Studies
    outcome (format) 0.8 | What should you have in hand at the end? | A document / A list* / Something that works
    contents (contents) 0.8 | What exactly should it hold or do? | I list it / You propose it*
    audience (audience) 0.6 | Who is it for? | Me* / My team / Customers
    limits (constraints) 0.5 | Are there limits, such as money, time or things to avoid? | None* / Yes, I list them
    deadline (deadline) 0.4 | When do you need it? | This week / In two weeks* / No hurry
  `,
});
