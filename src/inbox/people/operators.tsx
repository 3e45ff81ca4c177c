import { useState } from "preact/hooks";
import { inTime } from "../../domain/in-words.ts";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import type { Operator, SignInLink } from "../../ports/earshot/operators.ts";
import { grouped } from "../charts/words.ts";
import { Loading } from "../parts/loading.tsx";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { Section } from "../parts/section.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { useLive } from "../parts/use-live.ts";
import { useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { AddOperator, LinkDialog } from "./add-operator.tsx";

/** Who answers, for owners. */
export function Operators() {
  const operators = useLive(/^(?:operator|principal|key|web_session|passkey)\./, () =>
    api.listOperators(),
  );
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<SignInLink>();
  return (
    <Section
      title="Operators"
      about={`The people who answer. A link lets one person in, once, within ${inTime(LINK_LIFE_MS)}. A link made here is not made at a terminal: whoever comes by it approves HIGH and CRITICAL with a passkey only.`}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add an operator
        </Button>
      }
    >
      <Loading from={operators} what="operators">
        {({ items }) => (
          <RecordTable
            caption="Operators"
            head={["Name", "Role", "Signed in", "Passkeys", "Keys", "Known since", "Change"]}
            rows={items.map((one) => [
              <strong key={one.principal.id}>
                <Name text={one.principal.name} />
              </strong>,
              one.principal.role,
              ...[one.webSessions, one.passkeys, one.keys].map((count, index) => (
                <span key={index} class="figure">
                  {grouped(count)}
                </span>
              )),
              <Time key={one.principal.id} at={one.principal.createdAt} />,
              <Changes
                key={one.principal.id}
                operator={one}
                onLink={setLink}
                onChange={operators.reload}
              />,
            ])}
          />
        )}
      </Loading>
      {isAdding ? (
        <AddOperator
          isSecond={isDecidedByOne(operators.value?.items ?? [])}
          onClose={() => setAdding(false)}
          onAdded={(made) => {
            setAdding(false);
            setLink(made);
            operators.reload();
          }}
        />
      ) : null}
      {link === undefined ? null : <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Section>
  );
}

function isDecidedByOne(items: readonly Operator[]): boolean {
  return items.filter(({ principal: { role } }) => role !== "viewer").length === 1;
}

interface ChangesProps {
  readonly operator: Operator;
  readonly onLink: (link: SignInLink) => void;
  readonly onChange: () => void;
}

function Changes({ operator: { principal }, onLink, onChange }: ChangesProps) {
  const { isBusy, error, run, dialog } = useProvedAction();
  const { id, name } = principal;
  const makeLink = () =>
    run(async (proof) => onLink(await api.createSignInLink({ operator: name, ...proof })));
  const remove = () =>
    run(async (proof) => {
      await api.removeOperator({ id, ...proof });
      onChange();
    });
  return (
    <div class="buttons">
      <Button kind="quiet" busy={isBusy} aria-label={`New link for ${name}`} onClick={makeLink}>
        New link
      </Button>
      {id === me.value?.principal.id ? null : (
        <TwoPress label={name} armed="Press again to remove" busy={isBusy} onConfirm={remove}>
          Remove
        </TwoPress>
      )}
      {error === undefined ? null : <p class="error">{error}</p>}
      {dialog}
    </div>
  );
}
