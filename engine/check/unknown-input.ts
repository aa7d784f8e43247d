import { follow, keysOf } from "#engine/base/known.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { clientFlow } from "#engine/form/client-flow.ts";
import { toDataShape } from "./parts/form-shape.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Inputs are hidden from a client that there is not, or inputs that the form does not have. */
export const unknownInput: Check = (set) =>
  set.ofKind("verification").flatMap((source) => {
    const { form, hidden = {} } = source.document as DocumentOf<"verification">;
    const data = form === undefined ? undefined : toDataShape(form, set);
    return Object.entries(hidden).flatMap(([flow, inputs]): Issue[] => {
      const at = `/hidden/${toPointerStep(flow)}`;
      if (flow !== clientFlow) {
        const message = `There is no client "${flow}"${meantOf(flow, [clientFlow])}`;
        return [issueAt(source, at, "unknown-input", message)];
      }
      return inputs.flatMap((input, index) => {
        if (!data || "known" in follow(data, input.split("."))) return [];
        const message = `The form ${form} has no input "${input}"${meantOf(input, keysOf(data))}`;
        return [issueAt(source, `${at}/${index}`, "unknown-input", message)];
      });
    });
  });
