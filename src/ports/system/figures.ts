/** What is measured of the process that serves. */
export interface ProcessFigures {
  read(): {
    /** Since the process began. */
    readonly uptimeMs: number;
    /** Resident memory. */
    readonly memoryBytes: number;
    /** Of one processor, over the last minute or since the process began. */
    readonly cpuPercent: number;
  };
}
