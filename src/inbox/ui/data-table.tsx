import type { ComponentChildren } from "preact";

interface Props {
  /** What it shows; this also names its scroll box. */
  readonly caption: string;
  readonly head: readonly ComponentChildren[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** Only a focusable element scrolls by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

export function DataTable({ caption, head, rows }: Props) {
  return (
    <section class="table-box" aria-label={caption} {...SCROLLED_BY_KEYS}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
