import { iconNames } from "#renderer/shell/Icon.tsx";
import { toneNames } from "./tones.ts";

/** What a document says to the block `certificate`; apart from it because its cards read it too. */
export const contract = {
  props: {
    of: { value: { type: "array" } },
    "where?": { map: "value" },
    "heading?": "text",
    "empty?": { object: { title: "text", "text?": "text" } },
    /** Every fact of an item; without it the first three. */
    "full?": "boolean",
    item: {
      object: {
        title: "text",
        "holder?": "text",
        "holderLabel?": "text",
        icon: { value: { enum: iconNames } },
        "chip?": "text",
        "tone?": { value: { enum: toneNames } },
        /** What it holds: a list of `{label, value}`. */
        facts: { value: { type: "array" } },
        /** Who says so, and when. */
        rows: { list: { id: "string", label: "text", "text?": "text", "when?": "rule" } },
        "open?": "text",
        "actions?": { list: { id: "string", label: "text", "when?": "rule", "reason?": "text" } },
      },
    },
  },
  events: { open: ["item"], add: ["item"], check: ["item"], print: ["item"] },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;
