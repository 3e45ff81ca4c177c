import { createProgram, usageExitCode } from "./program.ts";

const LINGER_MS = 3_000;

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(name, () => interrupted.abort());
}
// A reader that has had enough, like head, is no error; without one for the notes the command goes on.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.stderr.on("error", () => {});

// A word that many type first; the flag alone is told in the help.
const args = process.argv
  .slice(2)
  .map((word, at) => (at === 0 && word === "version" ? "--version" : word));
try {
  const program = await createProgram({
    finish: (code) => {
      process.exitCode = code;
    },
    signal: interrupted.signal,
    args,
  });
  await program.parseAsync(args, { from: "user" });
} catch (error) {
  process.exitCode = usageExitCode(error);
}
// A supervisor waits for the end of a server that could not start or has stopped: whatever may still be
// open must not keep its process alive.
if (process.argv[2] === "start") setTimeout(() => process.exit(), LINGER_MS).unref();
