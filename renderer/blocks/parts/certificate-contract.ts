import type { About } from "#engine/core/definitions/about.ts";
import { iconNames } from "#renderer/shell/Icon.tsx";
import { toneNames } from "./tones.ts";

/** Properties of the block `certificate`; in a separate file, because the cards use it too. */
export const contract = {
  props: {
    of: { value: { type: "array" } },
    "where?": { map: "value", keys: "itemPath" },
    "heading?": "text",
    "empty?": { object: { title: "text", "text?": "text" } },
    "full?": "boolean",
    item: {
      object: {
        title: "text",
        "from?": "text",
        "image?": { value: { type: "string" } },
        "proves?": "text",
        "institution?": "text",
        "holder?": "text",
        "holderLabel?": "text",
        icon: { value: { enum: iconNames } },
        "chip?": "text",
        "tone?": { value: { enum: toneNames } },
        facts: { value: { type: "array" } },
        rows: { list: { id: "string", label: "text", "text?": "text", "when?": "rule" } },
        "open?": "text",
        "actions?": {
          list: { id: "string", label: "text", "primary?": "boolean", "when?": "rule", "reason?": "text" },
        },
      },
    },
  },
  events: { open: ["item"], add: ["item"], check: ["item"], share: ["item"], export: ["item"], print: ["item"] },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Credentials as cards: the fact, the holder, the issuer and the date.",
  props: {
    of: ["The credentials.", { var: "credentials.list" }],
    where: ["Only items with these values.", { id: { var: "route.credentialId" } }],
    heading: ["The heading.", "Your credentials"],
    empty: "The text without credentials.",
    "empty.title": ["The title.", "No credentials yet"],
    "empty.text": ["A sentence below the title.", "They come when a verification is complete."],
    full: "Shows every fact; by default the first three.",
    item: "The texts of a card, evaluated with item.",
    "item.title": ["The title: what it proves.", { var: "item.credentialType" }],
    "item.from": ["The issuer, at the top.", { var: "organisation.trust.name" }],
    "item.image": ["Address of the issuer's logo.", { var: "item.card.org.imageUrl" }],
    "item.proves": ["The main fact.", { var: "item.card.proves" }],
    "item.institution": ["The institution whose document was verified.", { var: "item.card.institution" }],
    "item.holder": ["The holder.", { var: "item.card.holder" }],
    "item.holderLabel": ["The text before the holder.", "Name of the holder"],
    "item.icon": "The icon.",
    "item.chip": ["A short status.", "Valid"],
    "item.tone": "Tone of the card: success when valid, danger when not.",
    "item.facts": ["The facts: a list of label and value.", { var: "item.card.facts" }],
    "item.rows": "Rows on issuer and date.",
    "item.rows.id": ["The id of the row.", "issuer"],
    "item.rows.label": ["The label of the value.", "Issued by"],
    "item.rows.text": ["The value; an empty value omits the row.", { var: "item.card.issuer" }],
    "item.rows.when": "A rule that shows the row.",
    "item.open": ["The text of the link to the details; none by default.", "Open"],
    "item.actions": "Buttons below; each raises the event of its id, with item.",
    "item.actions.id": ["The event that it raises; a key of on.", "edit"],
    "item.actions.label": ["The label of the button.", "Change"],
    "item.actions.primary": "Makes it the main action.",
    "item.actions.when": "A rule that shows the button.",
    "item.actions.reason": [
      "Why it is disabled; empty when it is not.",
      { var: "item.allowed.verifications.replace.why" },
    ],
  },
  on: {
    open: "Runs when the link to the details is pressed, with item.",
    add: "Runs when the action add is pressed, with item.",
    check: "Runs when the action check is pressed, with item.",
    share: "Runs when the action share is pressed, with item.",
    export: "Runs when the action export is pressed, with item.",
    print: "Runs when the action print is pressed, with item.",
  },
} satisfies About<typeof contract>;
