import type { Liaison } from "../../domain/liaison/liaison.ts";
import { Fact } from "../parts/fact.tsx";
import { Name } from "../parts/said.tsx";
import { Time } from "../ui/time.tsx";
import { ConfidenceFigure } from "./confidence-figure.tsx";
import { titleOf } from "./title-of.ts";

export function LiaisonHead({ liaison }: { readonly liaison: Liaison }) {
  const { personName, worker, round, createdAt } = liaison;
  return (
    <header class="run-head">
      <h2>
        <bdi>{titleOf(liaison)}</bdi>
      </h2>
      <dl class="run-facts">
        <Fact name="Person">
          <Name text={personName} />
        </Fact>
        <Fact name="Worker">
          {worker === undefined ? "nobody yet" : <Name text={worker.name} />}
        </Fact>
        <Fact name="Round">{round}</Fact>
        <Fact name="Confidence">
          <ConfidenceFigure liaison={liaison} />
        </Fact>
        <Fact name="Begun">
          <Time at={createdAt} />
        </Fact>
      </dl>
    </header>
  );
}
