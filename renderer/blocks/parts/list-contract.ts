import { iconNames } from "#renderer/shell/Icon.tsx";
import { toneNames } from "./tones.ts";

/** What a document says to the block `list`; apart from it because its rows read it too. */
export const contract = {
  props: {
    of: { value: { type: "array" } },
    "where?": { map: "value" },
    "title?": "text",
    "region?": "text",
    "heading?": "text",
    "empty?": { object: { title: "text", "text?": "text" } },
    "newestFirst?": "itemKey",
    "selected?": { value: { type: "string" } },
    "more?": "text",
    "tone?": { enum: ["plain", "danger"] },
    item: {
      object: {
        title: "text",
        "name?": "text",
        "text?": "text",
        "icon?": { value: { enum: iconNames } },
        "image?": { value: { type: "string" } },
        "letter?": "text",
        "chip?": "text",
        "tone?": { value: { enum: toneNames } },
        "time?": { value: { type: "string" } },
        "amount?": "text",
        "amountBefore?": "text",
        "files?": { value: { type: "array" } },
        "facts?": { list: { id: "string", label: "text", "text?": "text", "copy?": "text", "when?": "rule" } },
        "actions?": { list: { id: "string", label: "text", "when?": "rule", "reason?": "text" } },
      },
    },
  },
  events: {
    press: ["item"],
    more: [],
    edit: ["item"],
    remove: ["item"],
    add: ["item"],
    check: ["item"],
  },
  offers: { more: "more" },
  offersIn: "item.actions",
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;
