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
    /** Rows in one card, with lines between them: for what is read and not pressed. */
    "joined?": "boolean",
    item: {
      object: {
        title: "text",
        "name?": "text",
        "text?": "text",
        "icon?": { value: { enum: iconNames } },
        "image?": { value: { type: "string" } },
        "letter?": "text",
        /** A word beside the title: what is new. */
        "badge?": "text",
        "chip?": "text",
        "tone?": { value: { enum: toneNames } },
        "time?": { value: { type: "string" } },
        /** What has happened to it so far, in order; `when` it has not, the step is left out. */
        "steps?": {
          list: {
            id: "string",
            label: "text",
            "time?": "text",
            "tone?": { value: { enum: toneNames } },
            "when?": "rule",
          },
        },
        /** How the time is told: {ago} is how long ago it was. */
        "timeText?": { gaps: ["ago"] },
        /** Sentences below, each a line of its own. */
        "lines?": { list: { id: "string", text: "text", "when?": "rule" } },
        "amount?": "text",
        "amountBefore?": "text",
        "papers?": { value: { type: "array" } },
        "facts?": { list: { id: "string", label: "text", "text?": "text", "copy?": "text", "when?": "rule" } },
        /** False: pressing this one would lead nowhere. */
        "leads?": "rule",
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
