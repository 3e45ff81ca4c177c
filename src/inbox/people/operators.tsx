import { useState } from "preact/hooks";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import type { Operator, SignInLink } from "../../ports/earshot/operators.ts";
import { inTime } from "../browser/spans.ts";
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
import { say } from "./messages/messages.ts";

/** Who answers, for owners. */
export function Operators() {
  const operators = useLive(/^(?:operator|principal|key|web_session|passkey)\./, () =>
    api.listOperators(),
  );
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<SignInLink>();
  return (
    <Section
      title={say("operators")}
      about={say("operators.about", { span: inTime(LINK_LIFE_MS) })}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          {say("add")}
        </Button>
      }
    >
      <Loading from={operators} what={say("operators.what")}>
        {({ items }) => (
          <RecordTable
            caption={say("operators")}
            head={[
              say("name"),
              say("role"),
              say("signed-in"),
              say("passkeys"),
              say("keys"),
              say("known-since"),
              say("change"),
            ]}
            rows={items.map((one) => [
              <strong key={one.principal.id}>
                <Name text={one.principal.name} />
              </strong>,
              say(`role.${one.principal.role}`),
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
      <Button
        kind="quiet"
        busy={isBusy}
        aria-label={say("new-link.for", { name })}
        onClick={makeLink}
      >
        {say("new-link")}
      </Button>
      {id === me.value?.principal.id ? null : (
        <TwoPress label={name} armed={say("remove.armed")} busy={isBusy} onConfirm={remove}>
          {say("remove")}
        </TwoPress>
      )}
      {error === undefined ? null : <p class="error">{error}</p>}
      {dialog}
    </div>
  );
}
