import type { About } from "#engine/documents/about.ts";
import { iconNames } from "#renderer/shell/Icon.tsx";
import { toneNames } from "./tones.ts";

/** What a document says to the block `certificate`; apart from it because its cards read it too. */
export const contract = {
  props: {
    of: { value: { type: "array" } },
    "where?": { map: "value" },
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
  events: { open: ["item"], add: ["item"], check: ["item"], show: ["item"], take: ["item"], print: ["item"] },
  perItem: ["item"],
  itemOf: { list: "of" },
} as const;

/** What an editor says of it. */
export const about = {
  is: "Items as one would show them to somebody: what each proves, whose it is, who says so and when.",
  props: {
    of: ["The credentials.", { var: "credentials.list" }],
    where: ["Only items whose keys have these values.", { id: { var: "route.credentialId" } }],
    heading: ["The heading above them.", "Your credentials"],
    empty: "What is said where there is none.",
    "empty.title": ["The first words.", "No credentials yet"],
    "empty.text": ["The sentence below them.", "They come when a verification is complete."],
    full: "Every fact of an item; without it the first three.",
    item: "How one reads; every text and rule is read with the credential as item.",
    "item.title": ["What it proves.", { var: "item.credentialType" }],
    "item.from": ["Who says so, above all else.", { var: "organisation.trust.name" }],
    "item.image": ["Address of the picture of who says so.", { var: "item.card.org.imageUrl" }],
    "item.proves": ["The fact that stands out.", { var: "item.card.proves" }],
    "item.institution": ["Whose paper was verified.", { var: "item.card.institution" }],
    "item.holder": ["Whose it is.", { var: "item.card.holder" }],
    "item.holderLabel": ["What stands before whose it is.", "Proved for"],
    "item.icon": "Its picture.",
    "item.chip": ["A word or two on how it stands.", "Valid"],
    "item.tone":
      "How it stands, by colour: success for what holds, danger for what does not, and all of the card is so.",
    "item.facts": ["What it holds: a list of label and value.", { var: "item.card.facts" }],
    "item.rows": "Who says so, and when.",
    "item.rows.id": ["Tells the row from others.", "issuer"],
    "item.rows.label": ["What the value is.", "Issued by"],
    "item.rows.text": ["The value; the row is left out where it is empty.", { var: "item.card.issuer" }],
    "item.rows.when": "The row is there only where this holds.",
    "item.open": ["The words of the link to the whole of it; none without it.", "Open"],
    "item.actions": "Buttons below, each an event of its id with the element as item.",
    "item.actions.id": ["The event that it raises, as it stands under on.", "edit"],
    "item.actions.label": ["The words of the button.", "Change"],
    "item.actions.primary": "It is what one came for, and stands out.",
    "item.actions.when": "The button is there only where this holds.",
    "item.actions.reason": [
      "Why it cannot be pressed; empty where it can.",
      { var: "item.allowed.verifications.replace.why" },
    ],
  },
  on: {
    open: "What is done when the link to the whole of item is pressed.",
    add: "What the action add does with item.",
    check: "What the action check does with item.",
    show: "What the action show does with item.",
    take: "What the action take does with item.",
    print: "What the action print does with item.",
  },
} satisfies About<typeof contract>;
