import type { About } from "#engine/core/definitions/about.ts";
import { toneNames } from "./tones.ts";

/** Properties of the block `table`; in a separate file, because its rows use it too. */
export const contract = {
  props: {
    of: { value: { type: "array" } },
    region: "text",
    columns: {
      list: {
        id: "string",
        title: "text",
        "text?": "text",
        "hint?": "text",
        "chip?": "text",
        "tone?": { value: { enum: toneNames } },
        "secondary?": "boolean",
      },
    },
    "item?": { object: { "actions?": { list: { id: "string", label: "text", "about?": "text", "when?": "rule" } } } },
    "mark?": { object: { label: "text" } },
    "markAll?": "text",
    "marked?": { value: { type: "array" } },
    "empty?": { object: { title: "text", "text?": "text" } },
    "more?": "text",
  },
  events: {
    press: ["item"],
    more: [],
    assign: ["item"],
    unassign: ["item"],
    open: ["item"],
    send: ["item"],
    approve: ["item"],
    refuse: ["item"],
    mark: ["data"],
  },
  offers: { more: "more", mark: "mark" },
  offersIn: "item.actions",
  perItem: ["item", "columns", "mark"],
  itemOf: { list: "of" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Rows in columns. The first cell opens the row; the keys j and k move between rows, Enter opens one, x marks one.",
  props: {
    of: ["The list; each element is a row.", { var: "queue.list" }],
    region: ["The accessible name.", "Cases"],
    columns: "The columns, in order; their texts are evaluated with item.",
    "columns.id": ["The id of the column.", "due"],
    "columns.title": ["The heading of the column.", "Due"],
    "columns.text": ["The text of a cell.", { date: [{ var: "item.dueAt" }, "short"] }],
    "columns.hint": ["A quiet second line.", { var: "item.formId" }],
    "columns.chip": ["A short status.", { label: ["states", { var: "item.state" }] }],
    "columns.tone": "Tone of the chip.",
    "columns.secondary": "The column is left out in a narrow window.",
    item: "The buttons of a row, evaluated with item.",
    "item.actions": "Buttons at the end of the row; each raises the event of its id, with item.",
    "item.actions.id": ["The event that it raises; a key of on.", "assign"],
    "item.actions.label": ["The label of the button.", "Take"],
    "item.actions.about": ["The accessible name, where the label alone is not enough.", "Take the case of Asha"],
    "item.actions.when": "A rule that shows the button.",
    mark: "A checkbox in each row; the key x marks the row with the focus.",
    "mark.label": ["The accessible name of the checkbox of a row, with item.", "Mark the case of Asha"],
    markAll: ["The accessible name of the checkbox for all rows; without a text there are no checkboxes.", "Mark all"],
    marked: ["The ids of the marked rows.", { var: "view.marked" }],
    empty: "The text without rows; nothing is drawn by default.",
    "empty.title": ["The title.", "Nothing to do"],
    "empty.text": ["A sentence below the title.", "New cases appear here by themselves."],
    more: ["The label of the button that raises more.", "Show more"],
  },
  on: {
    press: "Runs when a row is opened, with item.",
    more: "Loads the next page, usually with the action loadMore.",
    assign: "Runs when the action assign is pressed, with item.",
    unassign: "Runs when the action unassign is pressed, with item.",
    open: "Runs when the action open is pressed, with item.",
    mark: "Runs when a mark changes, with data.list: the ids of the marked rows.",
    send: "Runs when the action send is pressed, with item.",
    approve: "Runs when the action approve is pressed, with item.",
    refuse: "Runs when the action refuse is pressed, with item.",
  },
} satisfies About<typeof contract>;

/** The columns as they are, resolved for one item. */
export const cellProps = { columns: contract.props.columns } as const;
/** The checkbox of a row. */
export const markProps = contract.props["mark?"].object;
/** The buttons of a row. */
export const rowProps = contract.props["item?"].object;
