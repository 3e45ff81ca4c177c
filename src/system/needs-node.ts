/*
 * Imported before all else by what needs it, and by no client: on an older Node its programs end with
 * these words, and not with a module or a method that is not there. It must import nothing itself, and
 * nothing may import `node:sqlite` by name: that would fail before any of this runs.
 */

const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  throw new Error(
    `Earshot needs Node ${NEEDED} or newer; this is ${process.version}. Get it from https://nodejs.org, or into this project with: npm install node@${NEEDED}. On Node 20 earshot/client works.`,
  );
}
