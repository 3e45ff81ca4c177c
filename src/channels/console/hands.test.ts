import { describe, expect, it } from "vitest";
import { createHands } from "./hands.ts";

describe("Enter at a prompt", () => {
  it("is held for half a second where the prompt takes another's place under moving hands", () => {
    const hands = createHands();
    hands.press(1_000);
    hands.turn();
    hands.ask(1_100, true);
    expect(hands.isHeld(1_599)).toBe(true);
    expect(hands.isHeld(1_600)).toBe(false);
    expect(hands.holds(false)).toBe(true);
  });

  it("is held longer by each key that is pressed while it is held", () => {
    const hands = createHands();
    hands.press(1_000);
    hands.turn();
    hands.ask(1_100, true);
    expect(hands.press(1_500)).toBe(true);
    expect(hands.isHeld(1_999)).toBe(true);
    expect(hands.press(2_000)).toBe(false);
  });

  it("counts at once where the hands have rested", () => {
    const hands = createHands();
    hands.press(1_000);
    hands.turn();
    hands.ask(2_000, false);
    expect(hands.isHeld(2_000)).toBe(false);
  });

  it("counts at once for a program that is typed ahead, unless the prompt takes another's place", () => {
    const hands = createHands();
    hands.press(1_000);
    hands.ask(1_100, true);
    expect(hands.isHeld(1_100)).toBe(false);
    hands.ask(1_100, false);
    expect(hands.isHeld(1_100)).toBe(true);
  });

  it("is held only on an empty line within one dialogue", () => {
    const hands = createHands();
    hands.ask(1_000, false);
    expect(hands.holds(true)).toBe(true);
    expect(hands.holds(false)).toBe(false);
  });

  it("is held after a prompt was taken away, but not after one whose keys nobody saw", () => {
    const hands = createHands();
    hands.release(1_000, false);
    expect(hands.isHeld(1_499)).toBe(true);
    hands.release(1_000, true);
    expect(hands.isHeld(1_000)).toBe(false);
  });
});

describe("Hands at the keys", () => {
  it("rest a second after the last key that nothing had asked for", () => {
    const hands = createHands();
    hands.press(1_000);
    expect(hands.restMs(1_400)).toBe(600);
    hands.answered();
    expect(hands.restMs(1_400)).toBeLessThan(0);
  });

  it("have seen what is on the screen only if they rest from then on", () => {
    const hands = createHands();
    hands.restFrom(5_000);
    expect(hands.restMs(5_000)).toBe(1_000);
    expect(hands.isHeld(5_000)).toBe(false);
  });
});
