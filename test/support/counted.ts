import { channel } from "node:diagnostics_channel";

/* What Node has no channel for, and `npm run test:times` counts. */

export const TERMINAL_OPENED = "earshot.test.terminal";
export const DATABASE_MADE = "earshot.test.database";

export const terminalOpened = channel(TERMINAL_OPENED);
export const databaseMade = channel(DATABASE_MADE);
