import type { ComponentChildren } from "preact";
import { say } from "./messages/messages.ts";

export interface RecordTableProps {
  /** What it shows; this also names its scroll box. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** What each row is about: its key stays the same when others come above it. */
  readonly ids?: readonly string[];
}

/** Only a focusable element scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/**
 * A table of things that people act on. On a phone each row is a list of its own, so that no button
 * lies beyond the edge; the style sheet takes the cell names from `data-name`.
 */
export function RecordTable({ caption, head, rows, ids }: RecordTableProps) {
  return (
    <section class="table-box records" aria-label={say("table", { caption })} {...SCROLLED_BY_KEYS}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={ids?.[index] ?? index} id={ids?.[index]}>
              {row.map((cell, column) => (
                <td key={column} data-name={head[column]}>
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
