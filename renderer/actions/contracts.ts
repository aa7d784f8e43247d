import type { About } from "#engine/core/definitions/about.ts";
import type { ActionContract } from "#engine/core/definitions/props.ts";

/**
 * The contract of each action in definitions. To add an action: a line here and a file in this folder (a type error
 * until both exist), then `npm run meta`.
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
  openLink: { main: "value", props: {}, ends: true },
  redirect: { main: { value: { type: "string" } }, props: { "query?": { map: "value" } }, ends: true },
  call: {
    main: { ref: "operation" },
    props: { "with?": { map: "value" }, "then?": "next", "failed?": "next", "background?": "boolean" },
  },
  loadMore: { main: { ref: "root" }, props: {} },
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
  createPasskey: { main: { value: { type: "object" } }, props: { then: "next", failed: "next" } },
  usePasskey: { main: { value: { type: "object" } }, props: { then: "next", failed: "next" } },
  resume: { main: "boolean", props: {} },
} as const satisfies Record<string, ActionContract>;

export type ActionName = keyof typeof actionContracts;

/** Descriptions for editors. `is` describes the action and gives an example of its main value. */
export const actionAbout = {
  navigate: {
    is: ["Goes to a screen, by its id.", "home"],
    props: {
      params: ["Values for the parameters of the screen's route.", { txnId: { var: "transaction.txnId" } }],
      query: ["The query of the address.", { tab: "terms" }],
      state: ["Values for the screen's `state`. A reload keeps them.", { verificationName: { var: "item.name" } }],
      replace: "Replaces this screen in the history. Events of the screen itself (needs, loads, enter) always do.",
    },
  },
  openLink: {
    is: ["Goes to an address of this wallet. Of a full address only path and query count.", { var: "item.link" }],
    props: {},
  },
  redirect: {
    is: [
      "Leaves the page for a path of this server, or for an external address that an operation returned.",
      { var: "result.url" },
    ],
    props: { query: ["Query parameters to add to the address.", { lang: { var: "env.locale" } }] },
  },
  call: {
    is: ["Calls an operation and waits until the roots that it changes are fresh.", "transactions.process"],
    props: {
      with: [
        "The arguments, by name. The open transaction's ids are filled in.",
        { type: { var: "verification.name" } },
      ],
      then: ["Steps that use `result`, or the name of a table of the same flow.", { navigate: "home" }],
      failed: ["Steps that use `failure`. Without them catalogues/failures applies.", { report: { var: "failure" } }],
      background: "Does not wait for the answer, and ignores a failure.",
    },
  },
  loadMore: {
    is: ["Fetches the next page of a root with `pages`.", "notifications"],
    props: {},
  },
  submit: { is: ["Submits a form block of this screen, by its id.", "details"], props: {} },
  run: { is: ["Runs a flow, by its id.", "continue"], props: {} },
  open: { is: ["Opens a dialog of this screen, by its id.", "remove"], props: {} },
  close: { is: ["Closes a dialog of this screen, by its id.", "remove"], props: {} },
  set: { is: ["Writes values of `view` and `session`.", { "view.step": "code" }], props: {} },
  snackbar: {
    is: ["Shows a message for a short time.", "Saved"],
    props: { tone: "The kind of message; it sets icon and colour." },
  },
  download: {
    is: ["Downloads a value as a JSON file.", { var: "result" }],
    props: { as: ["The name of the file.", "my-data.json"] },
  },
  fetchFile: {
    is: ["Downloads the file that an operation returns.", "payments.invoice"],
    props: { with: ["The arguments, by name.", { orderId: { var: "item.orderId" } }] },
  },
  print: { is: ["Opens the print dialog of the browser.", true], props: {} },
  report: { is: ["Handles a failure as catalogues/failures defines.", { var: "failure" }], props: {} },
  signOut: { is: ["Signs out and clears everything stored in the browser.", true], props: {} },
  createPasskey: {
    is: ["Asks the device for a new passkey, with the options that an operation returned.", { var: "result" }],
    props: {
      then: ["Steps that use `result`: the answer for the server.", { call: "passkeys.create" }],
      failed: ["Steps where the person or the device refuses.", { snackbar: "No passkey was made" }],
    },
  },
  usePasskey: {
    is: ["Asks the device to sign with a passkey, with the options that an operation returned.", { var: "result" }],
    props: {
      then: ["Steps that use `result`: the answer for the server.", { call: "proofs.verify-passkey" }],
      failed: ["Steps where the person or the device refuses.", { snackbar: "The passkey was not used" }],
    },
  },
  resume: {
    is: ["Closes the dialog that a failure opened. True repeats the failed call, false gives it up.", true],
    props: {},
  },
} as const satisfies { readonly [Name in ActionName]: About<(typeof actionContracts)[Name]> };
