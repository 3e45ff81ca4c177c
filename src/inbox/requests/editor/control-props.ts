import type { EditField } from "./fields.ts";

export interface FieldControlProps {
  readonly field: EditField;
  readonly value: string;
  readonly onType: (text: string) => void;
  /** From the `Field` around it. */
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean;
}
