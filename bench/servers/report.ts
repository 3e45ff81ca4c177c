/** What a server of the bench tells about itself over the channel to the bench. */
export interface Report {
  readonly rss: number;
  readonly cpuMs: number;
}

/** What the bench asks of a server: its report, the same without garbage, a graceful end. */
export type Order = "report" | "collect" | "stop";

/** Says where the server listens, then takes orders; ends with the bench. */
export function reportTo(port: number, stop: () => void | Promise<void>): void {
  process.on("message", (order: Order) => {
    if (order === "stop") void Promise.resolve(stop()).then(() => process.exit());
    else process.send?.(report(order));
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ port });
}

function report(order: Order): Report {
  if (order === "collect") collect();
  const { user, system } = process.cpuUsage();
  return { rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
}

type Collect = (options: Readonly<Record<string, string>>) => void;

/**
 * The thorough kind also shrinks the space for new objects, whose size depends on how busy the
 * process was.
 */
function collect(): void {
  const { gc } = globalThis as { gc?: Collect };
  if (gc === undefined) throw new Error("Start it with --expose-gc.");
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
