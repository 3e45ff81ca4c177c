import { inflate } from "@sparticuz/chromium";

/* Inflates the files that it is given into TMPDIR: of a process of its own, since others make theirs there. */

for (const path of process.argv.slice(2)) await inflate(path);
