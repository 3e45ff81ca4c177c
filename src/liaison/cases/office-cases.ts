import { defineCase } from "./task-case.ts";

/** What an office does every day. */
export const OFFICE_CASES = [
  defineCase({
    name: "payment",
    cues: "pay, pay the invoice, pay the bill, payment, transfer money, send money, reimburse, reimbursement, settle the bill",
    capabilities: "payments",
    slots: `
      what is paid (goal) 1 | What is paid, and to whom? | I attach the invoice / I name it
      amount (budget) 1 | Which amount? | As the invoice says* / I name it
      account (data) 0.9 | From which account or card? | The usual one* / I name it
      permission to pay (permissions) 1 | May it be paid without asking again? | No, ask first* / Yes
      deadline (deadline) 0.6 | By when must it be paid? | Today / When it is due* / I name a day
    `,
  }),
  defineCase({
    name: "inbox",
    cues: "inbox, organize my inbox, organise my inbox, clean up my inbox, sort my email, sort my emails, unread emails, emails into folders, mailbox",
    capabilities: "e-mail",
    slots: `
      mails (data) 1 | Which mails is it about? | Unread ones* / All of them / Those of one sender
      order wanted (contents) 1 | How should they be sorted? | By project / By sender / By what has to be done*
      permission to delete (permissions) 0.9 | May mails be deleted? | No, only moved* / Newsletters only / Yes
      answers (constraints) 0.6 | May mails be answered? | No / Drafts only* / Yes
      frequency (frequency) 0.4 | Once, or from now on? | Once* / Every day
    `,
  }),
  defineCase({
    name: "onboarding",
    cues: "onboarding, onboarding plan, new employees, new hire, new hires, new joiners, first day, first week at",
    capabilities: "planning, writing",
    slots: `
      role (audience) 1 | For which role or team is it? | Any role* / Engineering / Sales
      duration (duration) 0.9 | Over which time? | The first week / The first month* / Three months
      goals of the onboarding (purpose) 0.8 | What should people be able to do at the end? | Work on their own* / Know the company / I list it
      what there is already (data) 0.6 | What is there already? | Nothing* / A checklist / A handbook
      format of the plan (format) 0.5 | In which form do you want it? | A checklist* / A calendar / A document
    `,
  }),
];
