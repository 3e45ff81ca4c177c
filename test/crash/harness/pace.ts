/** When the members of the crowd may start something new. */
export interface Pace {
  /** Resolves when something new may start; false when the run is over. */
  mayBegin(): Promise<boolean>;
  /** Resolves when there is something to finish; false when the run is over. */
  mayClose(isThere: () => boolean): Promise<boolean>;
  work(): void;
  settle(): void;
  stop(): void;
  /** Has all who wait look again. */
  poke(): void;
  /** Whether the condition came true in time. */
  until(condition: () => boolean, withinMs: number): Promise<boolean>;
}

type Mode = "work" | "settle" | "stop";

export function createPace(): Pace {
  let mode: Mode = "work";
  let next = Promise.withResolvers<void>();

  function poke(): void {
    next.resolve();
    next = Promise.withResolvers<void>();
  }
  function set(to: Mode): void {
    mode = to;
    poke();
  }
  /** Also lets others run each time, so that nobody takes every turn. */
  async function turn(isReady: () => boolean): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    while (mode !== "stop" && !isReady()) await next.promise;
    return mode !== "stop";
  }

  return {
    mayBegin: () => turn(() => mode === "work"),
    mayClose: (isThere) => turn(isThere),
    work: () => set("work"),
    settle: () => set("settle"),
    stop: () => set("stop"),
    poke,
    async until(condition, withinMs) {
      const deadline = Date.now() + withinMs;
      while (!condition()) {
        if (Date.now() > deadline) return false;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return true;
    },
  };
}
