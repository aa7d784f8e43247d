import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, Select, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    region: "text",
    fields: {
      list: {
        id: "string",
        label: "text",
        any: "text",
        "value?": { value: { type: "string" } },
        "choices?": { list: { value: "string", name: "text" } },
        "of?": { value: { type: "array" } },
      },
    },
  },
  events: { change: ["item"] },
  offers: { change: true },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A row of filters of a list.",
  props: {
    region: ["The accessible name.", "Filters"],
    fields: "The filters, in order.",
    "fields.id": ["The id of the filter: the name of its value in item.", "state"],
    "fields.label": ["The label.", "State"],
    "fields.any": ["The choice that does not filter.", "Any state"],
    "fields.value": ["The present value; none does not filter.", { var: "route.state" }],
    "fields.choices": "Fixed choices.",
    "fields.choices.value": ["The value of the choice.", "me"],
    "fields.choices.name": ["Its text.", "Mine"],
    "fields.of": ["Further choices: a list of values with names.", { var: "caseCounts.verificationList" }],
  },
  on: { change: "Runs when a filter changes, with item: the values of all filters by id." },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  row: { display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(140px, 1fr))", gap: "8px 12px" },
  field: { display: "flex", flexDirection: "column", gap: "2px", minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  select: {
    "> select": { minHeight: "36px", width: "100%", padding: "0 20px 0 8px", fontSize: tokens.fontSizeBase300 },
  },
});

interface Choice {
  value: string;
  name: string;
}

/** Filters as native selects: quick by keyboard, and a change applies at once. */
export function Filters({ region, fields, raise }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const id = useId();
  const values = Object.fromEntries(fields.map((field) => [field.id, (field.value ?? "") as string]));
  const change = (name: string, value: string) => void raise("change", { item: { ...values, [name]: value } });
  return (
    <div role="group" aria-label={region} className={styles.row}>
      {fields.map((field) => {
        const choices = [...(field.choices ?? []), ...((field.of ?? []) as Choice[])];
        const value = values[field.id]!;
        // A filter of an address stays visible when its choice is gone.
        if (value !== "" && !choices.some((choice) => choice.value === value)) choices.push({ value, name: value });
        return (
          <div key={field.id} className={styles.field}>
            <label className={styles.label} htmlFor={`${id}${field.id}`}>
              {field.label}
            </label>
            <Select
              id={`${id}${field.id}`}
              className={styles.select}
              value={value}
              onChange={(_event, { value: chosen }) => change(field.id, chosen)}
            >
              <option value="">{field.any}</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.name}
                </option>
              ))}
            </Select>
          </div>
        );
      })}
    </div>
  );
}
