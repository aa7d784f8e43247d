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
    "replacing?": { object: { data: { value: { type: "object" } }, places: { value: { type: "array" } } } },
    "readOnly?": "rule",
    "cancel?": "text",
    "sticky?": "boolean",
  },
  events: { submit: ["data", "result"], cancel: [] },
  offers: { submit: "submit", cancel: "cancel" },
} as const;

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
