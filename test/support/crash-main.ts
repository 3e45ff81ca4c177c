import { serveWhenTold } from "./serve-when-told.ts";

/* Earshot as it is, in a process that is made to be killed. */
serveWhenTold();
