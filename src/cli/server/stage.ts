import { setTimeout as pause } from "node:timers/promises";
import { visibleText } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";

/** Where the demo is told: in scenes, with time to read them. */
export interface Stage {
  scene(title: string): void;
  /** What one would type in a shell. */
  command(text: string): void;
  /** What a process said. */
  said(text: string): void;
  /** What the operator's terminal shows. */
  dialogue(text: string): void;
  /** What it shows. */
  remark(text: string): void;
  /** A pause that people notice. */
  beat(): Promise<void>;
}

export interface StageOptions {
  readonly style: Style;
  readonly beatMs: number;
  readonly signal: AbortSignal;
  print(text: string): void;
}

export function createStage({ style, beatMs, signal, print }: StageOptions): Stage {
  let scenes = 0;
  return {
    scene(title) {
      scenes += 1;
      print(`\n${style.bold(`${scenes}  ${title}`)}`);
    },
    command: (text) => print(`   $ ${visibleText(text)}`),
    said(text) {
      for (const line of text.split("\n")) print(`   ${style.dim(visibleText(line))}`);
    },
    dialogue: print,
    remark: (text) => print(`   ${style.good("→")} ${visibleText(text)}`),
    beat: () => pause(beatMs, undefined, { signal }),
  };
}
