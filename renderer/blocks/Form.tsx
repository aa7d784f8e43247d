import type { About } from "#engine/core/definitions/about.ts";
import { OpenForm } from "#renderer/form/OpenForm.tsx";
import { useStepLocation } from "./parts/use-step-location.ts";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: {
    form: { ref: "form", orValue: true },
    "submit?": "text",
    "draft?": {
      object: {
        verificationName: { value: { type: "string" } },
        "subType?": { value: { type: "string" } },
        "reason?": "text",
      },
    },
    "noDraft?": "boolean",
    "initial?": { value: { type: "object" } },
    "only?": { value: { type: "array" } },
    "resetKey?": { value: {} },
    "replacing?": { object: { data: { value: { type: "object" } }, pointers: { value: { type: "array" } } } },
    "readOnly?": "rule",
    "cancel?": "text",
    "sticky?": "boolean",
  },
  events: { submit: ["data", "result"], cancel: [] },
  offers: { submit: "submit", cancel: "cancel" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A form with draft, error summary and submit button; with readOnly a record of its data.",
  props: {
    form: "The id of the form, or a value with the id.",
    submit: ["The label of the submit button; without it another button submits the form (action submit).", "Save"],
    draft: "The draft of the form.",
    "draft.verificationName": ["The verification of the draft.", { var: "verification.name" }],
    "draft.subType": ["The submission of the draft.", { var: "route.subType" }],
    "draft.reason": [
      "Why the server refuses the draft; empty when it accepts it.",
      { var: "item.allowed.drafts.put.why" },
    ],
    noDraft: "Keeps nothing that is typed: what is typed for one thing must not appear for another.",
    initial: ["Initial data, which the candidate may change.", { var: "verification.bySubType" }],
    only: ["Pointers to the fields to show; all by default.", { var: "verification.request.fieldList" }],
    resetKey: ["The form starts again when this value changes.", { var: "view.txnId" }],
    replacing: "Refused data, shown beside the fields that must change.",
    "replacing.data": ["The refused data.", { var: "verification.bySubType" }],
    "replacing.pointers": ["Pointers to the refused fields.", { var: "verification.request.fieldList" }],
    readOnly: "A rule that shows a record instead of the form.",
    cancel: ["The label of the cancel button; none by default.", "Cancel"],
    sticky: "Keeps its buttons at the bottom of the window.",
  },
  on: {
    submit: "Runs with data after validation; result.captchaId with a captcha.",
    cancel: "Runs when it is cancelled.",
  },
} satisfies About<typeof contract>;

/**
 * A form with its draft, error summary and submit button; with `readOnly` a record of its data. `replacing` is refused
 * data, shown beside the fields that must change. The event `submit` brings `data`, and `result.captchaId` with a
 * captcha. Without `submit`, another button submits the form (action submit). With a `draft.reason` the draft stays in
 * the browser.
 */
export function Form({ form, submit, cancel, document, raise, ...rest }: BlockProps<typeof contract>) {
  const location = useStepLocation();
  return (
    <OpenForm
      {...rest}
      location={location}
      id={document.id}
      formId={form}
      submitLabel={submit}
      cancelLabel={cancel}
      onSubmit={(roots, handle) => raise("submit", roots, handle)}
      onCancel={() => void raise("cancel")}
    />
  );
}
