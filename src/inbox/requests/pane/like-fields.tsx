import { type Dispatch, type StateUpdater, useEffect, useState } from "preact/hooks";
import { pointerPart } from "../../../domain/json-pointer.ts";
import type { OpenAuthorization, Shown } from "../../../domain/requests/request.ts";
import type { RejectionPreview } from "../../../ports/earshot/authority.ts";
import { likeWords } from "../../../render/like-words.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { words } from "../../parts/render-words.ts";
import { api } from "../../server/api.ts";
import { Toggle } from "../../ui/toggle.tsx";
import { say } from "./messages/messages.ts";
import { problemWords } from "./problem-words.ts";

/** Whether a rejection also covers similar requests, and how similar they must be. */
export interface Like {
  readonly isOn: boolean;
  /** Arguments that may have any value. */
  readonly anyAt: readonly string[];
  /** Those whose digits may differ; undefined until the pointers of open digits are known. */
  readonly digitsAt?: readonly string[];
  /** What that covers; undefined until it is known, and nothing is sent before. */
  readonly reach?: RejectionPreview;
}

interface Props {
  readonly request: Shown<OpenAuthorization>;
  readonly like: Like;
  readonly onChange: Dispatch<StateUpdater<Like>>;
}

export function LikeFields({ request, like, onChange }: Props) {
  const { isOn, anyAt, digitsAt } = like;
  const { counting, problem } = useReach({ request, like, onChange });
  const set = (change: Partial<Like>) =>
    onChange(({ reach: _, ...now }) => ({ ...now, ...change }));
  return (
    <>
      <Toggle
        label={say("like")}
        hint={say("like.hint")}
        checked={isOn}
        onChange={(checked) => set({ isOn: checked })}
      />
      {isOn ? (
        <>
          <Pointers
            legend={say("like.digits")}
            pointers={counting}
            chosen={digitsAt ?? []}
            onChange={(chosen) => set({ digitsAt: chosen })}
          />
          <Pointers
            legend={say("like.any")}
            pointers={Object.keys(request.authorization.action.args).map(pointerPart)}
            chosen={anyAt}
            onChange={(chosen) => set({ anyAt: chosen })}
          />
          <p class="preview" role="status">
            {problem ?? reachWords(request, like)}
          </p>
        </>
      ) : null}
    </>
  );
}

/** Asks how far it reaches; the first answer says where open digits count. */
function useReach({ request: { id }, like: { isOn, anyAt, digitsAt }, onChange }: Props) {
  const [counting, setCounting] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const key = isOn ? JSON.stringify({ id, anyAt, digitsAt }) : "";
  useEffect(() => {
    if (key === "") return;
    let isOver = false;
    setProblem(undefined);
    api.previewRejection(JSON.parse(key)).then(
      (reach) => {
        if (isOver) return;
        if (digitsAt === undefined) setCounting(reach.digitsAt);
        onChange((now) => ({ ...now, digitsAt: reach.digitsAt, reach }));
      },
      (error: unknown) => {
        if (!isOver) setProblem(problemWords(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  return { counting, problem };
}

function reachWords({ agentName, authorization }: Shown<OpenAuthorization>, like: Like): string {
  const { anyAt, reach } = like;
  if (reach === undefined) return say("like.looking");
  const { digitsAt, ids, left } = reach;
  const sought = { tool: authorization.action.tool, agentName, anyAt, digitsAt };
  const said = say("like.reach", { words: likeWords(sought, words), count: ids.length });
  return left === 0 ? said : `${said} ${say("like.left", { count: left })}`;
}

interface PointersProps {
  readonly legend: string;
  readonly pointers: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Pointers({ legend, pointers, chosen, onChange }: PointersProps) {
  if (pointers.length === 0) return null;
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {pointers.map((pointer) => (
        <Toggle
          key={pointer}
          label={<span class="mono">{oneLine(pointer, 80)}</span>}
          checked={chosen.includes(pointer)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, pointer] : chosen.filter((one) => one !== pointer))
          }
        />
      ))}
    </fieldset>
  );
}
