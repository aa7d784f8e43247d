import type { About } from "#engine/documents/about.ts";
import { OpenForm } from "#renderer/form/OpenForm.tsx";
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
    "initial?": { value: { type: "object" } },
    "only?": { value: { type: "array" } },
    "since?": { value: {} },
    "replacing?": { object: { data: { value: { type: "object" } }, places: { value: { type: "array" } } } },
    "readOnly?": "rule",
    "cancel?": "text",
    "sticky?": "boolean",
  },
  events: { submit: ["data", "result"], cancel: [] },
  offers: { submit: "submit", cancel: "cancel" },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A form document, filled in, with draft, error summary and its submit button; with readOnly a record of what was given.",
  props: {
    form: "The id of the form, or where it is read.",
    submit: ["The words of its submit button; without them another button submits it (action submit).", "Save"],
    draft: "Where what is typed is kept until it is submitted.",
    "draft.verificationName": ["The verification that it belongs to.", { var: "verification.name" }],
    "draft.subType": ["Which of several submissions it is.", { var: "route.subType" }],
    "draft.reason": [
      "Why the draft stays in this browser; empty where it does not.",
      { var: "item.allowed.drafts.put.why" },
    ],
    initial: ["What it starts with; the candidate may change it.", { var: "verification.bySubType" }],
    only: ["Pointers to the fields that are asked; without it all of them.", { var: "verification.request.fieldList" }],
    since: ["What it answers: when that becomes another, the form begins anew.", { var: "view.txnId" }],
    replacing: "What was refused: it stands beside its fields and must become another.",
    "replacing.data": ["The data that was refused.", { var: "verification.bySubType" }],
    "replacing.places": ["Pointers to what of it was refused.", { var: "verification.request.fieldList" }],
    readOnly: "Where it holds, nothing can be typed: a record of what was given.",
    cancel: ["The words of the button that gives up; none without them.", "Cancel"],
    sticky: "Its buttons stay at the foot of the window.",
  },
  on: {
    submit: "What is done with data once it is complete; result.captchaId where a captcha was drawn.",
    cancel: "What is done when it is given up.",
  },
} satisfies About<typeof contract>;

/** A form document, filled in, with draft, error summary and its submit button; with `readOnly` a record of what was given. `replacing` is what was refused: it stands beside its fields and must become another. Event submit brings `data`, and `result.captchaId` where a captcha was drawn. Without `submit` another button submits it (action submit). With a `reason` its draft stays in the browser, and the form says it. */
export function Form({ form, submit, cancel, document, raise, ...rest }: BlockProps<typeof contract>) {
  return (
    <OpenForm
      {...rest}
      id={document.id}
      formId={form}
      submitLabel={submit}
      cancelLabel={cancel}
      onSubmit={(roots, handle) => raise("submit", roots, handle)}
      onCancel={() => void raise("cancel")}
    />
  );
}
