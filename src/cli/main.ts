import { createProgram, usageExitCode } from "./program.ts";

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => interrupted.abort());
}
// A reader that has had enough, like head, is no error; without one for the notes the command goes on.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.stderr.on("error", () => {});

const program = createProgram((code) => {
  process.exitCode = code;
}, interrupted.signal);
try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = usageExitCode(error);
}
