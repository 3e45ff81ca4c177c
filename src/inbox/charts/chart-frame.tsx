import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { say } from "./messages/messages.ts";

interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Props {
  readonly title: string;
  /** What the chart shows, in words, for people who cannot see it. */
  readonly sentence: string;
  readonly table: ChartTable;
  /** What the marks mean. */
  readonly legend?: ComponentChildren;
  /** Draws it in the available width; draws nothing if there is nothing to show. */
  readonly draw: (width: number) => ComponentChildren;
}

/** A chart with its title, its sentence, and the table that replaces it on demand. */
export function ChartFrame({ title, sentence, table, legend, draw }: Props) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { ref, width } = useWidth<HTMLDivElement>();
  const isEmpty = table.rows.length === 0;
  return (
    <section class="chart" aria-labelledby={id}>
      <header class="chart-head">
        <h2 id={id}>{title}</h2>
        {isEmpty ? null : (
          <Button
            kind="quiet"
            aria-label={say("table.show-one", { title })}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {say("table.show")}
          </Button>
        )}
      </header>
      <p class="chart-sentence">{sentence}</p>
      <div class="chart-box" ref={ref}>
        {isTable && !isEmpty ? <DataTable caption={say("table", { title })} {...table} /> : null}
        {isTable || isEmpty ? null : (
          <>
            {legend}
            {draw(width)}
          </>
        )}
      </div>
    </section>
  );
}

const LEAST = 240;

/** The available width, so that a chart is drawn in real pixels and its words keep their size. */
function useWidth<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(LEAST);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const note = () => setWidth(Math.max(Math.floor(box.clientWidth), LEAST));
    note();
    const observer = new ResizeObserver(note);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
