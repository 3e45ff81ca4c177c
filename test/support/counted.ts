import { channel } from "node:diagnostics_channel";

/* Counts for `npm run test:times` what Node has no channel for. */

export const TERMINAL_OPENED = "earshot.test.terminal";
export const DATABASE_MADE = "earshot.test.database";

export const terminalOpened = channel(TERMINAL_OPENED);
export const databaseMade = channel(DATABASE_MADE);
