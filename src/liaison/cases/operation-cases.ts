import { defineCase } from "./task-case.ts";

/** What is done to things that are there, and can rarely be taken back. */
export const OPERATION_CASES = [
  defineCase({
    name: "code review",
    cues: "code review, review code, review the code, review the pull request, review my pull request, pull request, merge request, review the changes, review the diff",
    capabilities: "code review",
    slots: `
      changes to review (data) 1 | Which changes should be reviewed? | I send a link / The newest ones* / I paste them
      what to look for (contents) 1 | What should the review look for? | Mistakes* / Security / Readability
      form of the remarks (format) 0.6 | How do you want the remarks? | Comments at the lines* / A summary / Both
      permission to approve (permissions) 0.8 | May it approve, or only comment? | Only comment* / Approve where all is well
    `,
  }),
  defineCase({
    name: "deletion",
    cues: "delete, delete all, remove all, purge, wipe, drop table, drop the, clean up the production, clean up the database, clean up the server, clean up the disk, clean up logs, clean up old, deactivate, unsubscribe",
    capabilities: "data management",
    slots: `
      what is deleted (goal) 1 | What exactly should go, and what must stay? | I list it / What is older than a date / Duplicates only
      copy beforehand (constraints) 1 | Should a copy be kept before it goes? | Yes, a backup* / An archive / No
      look beforehand (quality) 0.9 | Do you want to see the list before anything is deleted? | Yes* / Only the number / No
      permission to delete (permissions) 0.9 | May it be deleted without asking again? | No, ask first* / Yes
      time of the deletion (deadline) 0.4 | When should it happen? | Now / Outside working hours* / At a fixed time
    `,
  }),
  defineCase({
    name: "file conversion",
    cues: "compress, convert, resize, rename, batch rename, zip, unzip, merge pdf, split pdf, pdf to, to pdf, file format, convert files, shrink, transcode, crop",
    capabilities: "file processing",
    slots: `
      files (data) 1 | Which files is it about? | A folder that I name / I send them / All of a kind
      result (format) 1 | What should come out? | The same format, smaller / Another format that I name
      what happens to the originals (constraints) 0.9 | What happens to the originals? | They stay* / They are replaced
      quality of the result (quality) 0.6 | What matters more? | Small files / Good quality* / Both, in the middle
      place of the results (place) 0.5 | Where should the results go? | Beside the originals / A folder of their own*
    `,
  }),
  defineCase({
    name: "maintenance",
    cues: "update the dependencies, update dependencies, dependencies, dependency update, update packages, rotate, rotate the keys, rotate the api keys, restart, reboot, patch, security updates, maintenance, renew the certificate, certificate, scale up, scale down",
    capabilities: "system administration",
    slots: `
      what is changed (goal) 1 | What exactly should be changed, and what must stay? | All of it / Only what is urgent* / I list it
      where it runs (environment) 0.9 | Where should it be done? | Test first* / Production / On my machine
      permission to change production (permissions) 0.9 | May production be changed without asking? | No, ask first* / Yes
      how it is checked (quality) 0.8 | How is it checked afterwards? | Tests pass* / A look at the service / By hand
      way back (constraints) 0.6 | What should happen if it fails? | Roll back at once* / Keep it and tell me
      time of the change (deadline) 0.5 | When should it happen? | Now / Outside working hours* / At a fixed time
    `,
  }),
];
