/*
 * Imported first by every program that needs it, and by no client. On an older Node, programs then
 * end with these words instead of a missing module or method. It must import nothing itself, and
 * nothing may import `node:sqlite` by name: that would fail before any of this runs.
 */

const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  throw new Error(
    `Earshot's server and commands need Node ${NEEDED} or newer, and this is ${process.version}: npm install node@${NEEDED} gets it into a project, and whoever only asks takes earshot-client, which runs on Node 20.`,
  );
}
