/*
 * Imported first by every program that needs it, and by no client. On an older Node, programs then
 * end with these words instead of a missing module or method. It must import nothing itself, and
 * nothing may import `node:sqlite` by name: that would fail before any of this runs.
 */

const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  throw new Error(
    `Earshot needs Node ${NEEDED} or newer; this is ${process.version}. Get it from https://nodejs.org, or into this project with: npm install node@${NEEDED}. On Node 20 earshot/client works.`,
  );
}
