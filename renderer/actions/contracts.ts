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
  /** Goes to an address of this wallet: a path, or a whole address of which path and query count. */
  visit: { main: "value", props: {}, ends: true },
  /** Leaves for a path of this server, or for an address that an operation marked as leading out has just answered. */
  leave: { main: { value: { type: "string" } }, props: { "query?": { map: "value" } }, ends: true },
  /**
   * Calls an operation and waits until the roots it changes are fresh. `then` and `failed` are steps, or name tables of
   * the same flow. `aside`: nobody waits for it, and nobody is told of its failure.
   */
  call: {
    main: { ref: "operation" },
    props: { "with?": { map: "value" }, "then?": "next", "failed?": "next", "aside?": "boolean" },
  },
  /** Fetches the next page of a root that the screen loads in pages. */
  more: { main: "string", props: {} },
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
  /** Gives the candidate the file that an operation answers, under the name it has there. */
  fetchFile: { main: { ref: "operation" }, props: { "with?": { map: "value" } } },
  /** Opens the browser's way to paper or PDF for this screen. */
  print: { main: "boolean", props: {} },
  /** Hands a failure to the one map of failures. */
  report: { main: { value: { type: "object" } }, props: {} },
  /** Ends the session: everything kept in the browser is cleared. */
  signOut: { main: "boolean", props: {}, ends: true },
} as const satisfies Record<string, ActionContract>;

export type ActionName = keyof typeof actionContracts;
