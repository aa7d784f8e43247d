import type { ActionContract } from "#engine/documents/props.ts";

/**
 * What a document may write for each action. To add one: its line here, its file beside this one
 * (a type error until both are there), and `npm run meta` writes the meta-schema.
 */
export const actionContracts = {
  /** Goes to a screen, by its id. */
  navigate: {
    main: { ref: "screen" },
    props: {
      "params?": { map: "value" },
      "query?": { map: "value" },
      "state?": { map: "value" },
      "replace?": "boolean",
    },
    ends: true,
  },
  /** Leaves for a host on the list (`hosts` catalogue), or for an address that an operation answered, whose host is on the list. */
  leave: { main: { value: { type: "string" } }, props: { "query?": { map: "value" } }, ends: true },
  /** Calls an operation and waits until the roots it changes are fresh. `then` and `failed` are steps, or name tables of the same flow. */
  call: { main: { ref: "operation" }, props: { "with?": { map: "value" }, "then?": "next", "failed?": "next" } },
  /** Submits a form block of this screen, by its id. */
  submit: { main: "string", props: {}, ends: true },
  /** Hands over to another flow. */
  run: { main: { ref: "flow" }, props: {}, ends: true },
  /** Opens a dialog of this screen, by its id. */
  open: { main: "string", props: {} },
  close: { main: "string", props: {} },
  /** Writes view.* and session.*, nothing else. */
  set: { main: { map: "value" }, props: {} },
  /** Says something in passing. */
  snackbar: { main: "text", props: { "tone?": { enum: ["info", "success", "warning", "error"] } } },
  /** Gives the candidate a value as a JSON file of this name. */
  download: { main: "value", props: { as: "string" } },
  /** Hands a failure to the one map of failures. */
  report: { main: { value: { type: "object" } }, props: {} },
  /** Ends the session: everything kept in the browser is cleared. */
  signOut: { main: "boolean", props: {}, ends: true },
} as const satisfies Record<string, ActionContract>;

export type ActionName = keyof typeof actionContracts;
