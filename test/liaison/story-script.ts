import type { Phase } from "../../src/domain/liaison/liaison.ts";

/** One step of the dashboard's story: who says or does what, and the phase that it leads to. */
export interface StoryStep {
  readonly who: "person" | "progress" | "result";
  readonly text: string;
  readonly phase: Phase;
}

/** From a need to accepted feedback, in two rounds. */
export const STORY: readonly StoryStep[] = [
  { who: "person", text: "I need a sales dashboard", phase: "problem_definition" },
  {
    who: "person",
    text: "It is for last quarter's sales. Show revenue, units and margin. It is for the executives, with bar and line charts.",
    phase: "awaiting_task_completion",
  },
  {
    who: "person",
    text: "It must also be filterable by region.",
    phase: "awaiting_task_completion",
  },
  {
    who: "progress",
    text: "The data is in, the charts are being drawn.",
    phase: "awaiting_task_completion",
  },
  {
    who: "result",
    text: "A dashboard with revenue, units and margin by region, as bar and line charts: https://dash.example.com/q3",
    phase: "feedback_collection",
  },
  {
    who: "person",
    text: "The colours are hard to tell apart with my colour blindness. I'd like to see the quarters compared, and the regions should be more prominent.",
    phase: "awaiting_task_completion",
  },
  {
    who: "result",
    text: "Colours for the colour-blind, quarters side by side, regions at the top: https://dash.example.com/q3-v2",
    phase: "feedback_collection",
  },
  { who: "person", text: "Perfect, I accept it.", phase: "completed" },
];
