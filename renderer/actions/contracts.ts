import type { About } from "#engine/documents/about.ts";
import type { ActionContract } from "#engine/documents/props.ts";

/**
 * What a document may write for each action. To add one: its line here, its file beside this one
 * (a type error until both are there), and `npm run meta` writes the meta-schema.
 */
export const actionContracts = {
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
  visit: { main: "value", props: {}, ends: true },
  leave: { main: { value: { type: "string" } }, props: { "query?": { map: "value" } }, ends: true },
  call: {
    main: { ref: "operation" },
    props: { "with?": { map: "value" }, "then?": "next", "failed?": "next", "aside?": "boolean" },
  },
  more: { main: { ref: "root" }, props: {} },
  submit: { main: { ref: "formBlock" }, props: {}, ends: true },
  run: { main: { ref: "flow" }, props: {}, ends: true },
  open: { main: { ref: "dialog" }, props: {} },
  close: { main: { ref: "dialog" }, props: {} },
  set: { main: { map: "value", keys: "target" }, props: {} },
  snackbar: { main: "text", props: { "tone?": { enum: ["info", "success", "warning", "error"] } } },
  download: { main: "value", props: { as: "string" } },
  fetchFile: { main: { ref: "operation" }, props: { "with?": { map: "value" } } },
  print: { main: "boolean", props: {} },
  report: { main: { value: { type: "object" } }, props: {} },
  signOut: { main: "boolean", props: {}, ends: true },
} as const satisfies Record<string, ActionContract>;

export type ActionName = keyof typeof actionContracts;

/** What an editor says of each; `is` stands at the key that names it, with what may stand there. */
export const actionAbout = {
  navigate: {
    is: ["Goes to a screen, by its id.", "home"],
    props: {
      params: ["What the gaps of the screen's route are filled with.", { txnId: { var: "transaction.txnId" } }],
      query: ["What the address says behind its path.", { tab: "terms" }],
      state: [
        "What the screen is told beside its address; a reload keeps it.",
        { verificationName: { var: "item.name" } },
      ],
      replace:
        "The way back skips the screen that is left; where a screen leads on by itself (needs, loads, enter) it always does.",
    },
  },
  visit: {
    is: [
      "Goes to an address of this wallet: a path, or a whole address of which path and query count.",
      { var: "item.link" },
    ],
    props: {},
  },
  leave: {
    is: [
      "Leaves for a path of this server, or for an address that an operation marked as leading out has just answered.",
      { var: "result.url" },
    ],
    props: { query: ["What is added to the address behind its path.", { lang: { var: "env.locale" } }] },
  },
  call: {
    is: ["Calls an operation and waits until the roots that it changes are fresh.", "transactions.process"],
    props: {
      with: [
        "Its arguments, by name; what the open transaction tells is filled in.",
        { type: { var: "verification.name" } },
      ],
      then: ["What is done with result: steps, or the name of a table of the same flow.", { navigate: "home" }],
      failed: [
        "What is done with failure; without it the catalogue of failures decides.",
        { report: { var: "failure" } },
      ],
      aside: "Nobody waits for it, and nobody is told of its failure.",
    },
  },
  more: {
    is: ["Fetches the next page of a root that the screen loads in pages.", "notifications"],
    props: {},
  },
  submit: { is: ["Submits a form block of this screen, by its id.", "details"], props: {} },
  run: { is: ["Hands over to a flow, by its id.", "continue"], props: {} },
  open: { is: ["Opens a dialog of this screen, by its id.", "remove"], props: {} },
  close: { is: ["Closes a dialog of this screen, by its id.", "remove"], props: {} },
  set: { is: ["Writes view.* and session.*, nothing else.", { "view.step": "code" }], props: {} },
  snackbar: {
    is: ["Says something in passing.", "Saved"],
    props: { tone: "How it is coloured, by what it means." },
  },
  download: {
    is: ["Gives the candidate a value as a JSON file.", { var: "result" }],
    props: { as: ["The name of the file.", "my-data.json"] },
  },
  fetchFile: {
    is: ["Gives the candidate the file that an operation answers, under the name it has there.", "payments.invoice"],
    props: { with: ["Its arguments, by name.", { orderId: { var: "item.orderId" } }] },
  },
  print: { is: ["Opens the browser's way to paper or PDF for this screen.", true], props: {} },
  report: { is: ["Hands a failure to the one map of failures.", { var: "failure" }], props: {} },
  signOut: { is: ["Ends the session: everything kept in the browser is cleared.", true], props: {} },
} as const satisfies { readonly [Name in ActionName]: About<(typeof actionContracts)[Name]> };
