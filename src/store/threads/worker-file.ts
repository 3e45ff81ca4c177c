/** A thread's file beside the one that starts it: compiled in an installed package, the source in a clone. */
export function workerFile(beside: string, name: string): URL {
  return new URL(`./${name}.${beside.endsWith(".ts") ? "ts" : "js"}`, beside);
}
