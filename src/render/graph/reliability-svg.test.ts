import { describe, expect, test } from "vitest";
import { liaisonReportOf } from "../../domain/liaison/calibration.ts";
import { reliabilitySvg } from "./reliability-svg.ts";

/** An engine that is too sure, without chance. */
function outcomes(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const score = 0.45 + 0.55 * ((at * 0.754_877_666) % 1);
    return { score, accepted: (at * 0.618_033_988) % 1 < 0.3 + (score - 0.45) * 0.8 };
  });
}

describe("a reliability plot", () => {
  test("is the same drawing for the same report", async () => {
    const svg = reliabilitySvg(liaisonReportOf(outcomes(200)));
    await expect(svg).toMatchFileSnapshot("../../../test/liaison/reliability.golden.svg");
  });

  test("tells those who cannot see it what it shows", () => {
    const svg = reliabilitySvg(liaisonReportOf(outcomes(200)));
    expect(svg).toContain(`role="img" aria-labelledby="title description"`);
    const description = /<desc id="description">([^<]*)<\/desc>/.exec(svg)?.[1];
    expect(description).toMatch(
      /^200 outcomes; calibrated figures are out of fold\. The engine's own score/,
    );
    expect(description).toMatch(
      /Calibrated \(Brier 0\.\d{3}, ECE 0\.\d{3}\): at 0\.\d\d, \d+ % of \d+/,
    );
  });

  test("has one curve below fifty outcomes, and none without any", () => {
    expect(reliabilitySvg(liaisonReportOf(outcomes(20)))).not.toContain(`class="calibrated`);
    const empty = reliabilitySvg(liaisonReportOf([]));
    expect(empty).toContain("nothing yet");
    expect(empty).not.toMatch(/NaN|undefined|<circle class="own point"[^>]*><title>/);
  });
});
