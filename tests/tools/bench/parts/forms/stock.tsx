import Form from "@rjsf/core";
import validator from "@rjsf/validator-ajv8";
import { createRoot } from "react-dom/client";
import { toStockSchema } from "./bench-form.ts";

/** Stock @rjsf/core with live validation. */
export function mountStock(root: HTMLElement, count: number): void {
  createRoot(root).render(
    <Form
      schema={toStockSchema(count)}
      validator={validator}
      liveValidate="onChange"
      showErrorList={false}
      noHtml5Validate
      onError={() => undefined}
    />,
  );
}
