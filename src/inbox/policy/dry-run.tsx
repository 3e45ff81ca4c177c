import type { PolicyDryRun } from "../../ports/earshot/authority.ts";
import { grouped } from "../charts/words.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { ruleText, verdictShort } from "./verdict-words.ts";

/** What a policy would have said to what agents sought. */
export function DryRun({ result }: { readonly result: PolicyDryRun }) {
  const { examined, changed, examples } = result;
  if (examined === 0) {
    return (
      <Notice kind="info">
        It is a good policy in form. Agents sought nothing in the last 7 days to try it on.
      </Notice>
    );
  }
  return (
    <>
      <Notice kind={changed === 0 ? "good" : "info"}>
        {grouped(changed)} of {grouped(examined)} authorizations of the last 7 days would have gone
        another way.
      </Notice>
      {examples.length === 0 ? null : (
        <RecordTable
          caption={`What would change, the newest ${examples.length}`}
          head={["When", "Agent", "Tool", "Before", "After", "By"]}
          rows={examples.map(({ request, agentName, tool, at, before, after }) => [
            <a key={request} href={`/${request}`}>
              <Time at={at} />
            </a>,
            <Name key={request} text={agentName} />,
            <code key={request}>
              <Name text={tool} />
            </code>,
            verdictShort(before),
            <strong key={request}>{verdictShort(after)}</strong>,
            ruleText(after.demand.rule),
          ])}
        />
      )}
    </>
  );
}
