import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import { readText, type Describe } from "./nodes.ts";

const draftProps = { verificationName: "value", "subType?": "value", "reason?": "text" } as const;
const replacingProps = { "data?": "value", "pointers?": "value" } as const;

/** Describes a form and its fields; nothing while the form loads. */
export const describeForm: Describe = (document, { scope, forms, location, raise }) => {
  const formId = String(evaluate(document["form"] as Expr, scope.scope) ?? "");
  const resolveObject = (key: string, props: Parameters<typeof resolveProps>[0]) =>
    document[key] === undefined ? undefined : resolveProps(props, document[key] as Record<string, unknown>, scope);
  const value = (key: string) =>
    document[key] === undefined ? undefined : evaluate(document[key] as Expr, scope.scope);
  const readOnly = document["readOnly"] !== undefined && Boolean(evaluate(document["readOnly"] as Expr, scope.scope));
  const draft = resolveObject("draft", draftProps);
  const replacing = resolveObject("replacing", replacingProps);
  return forms.describe({
    id: document.id,
    formId,
    scope,
    readOnly,
    initial: value("initial"),
    only: value("only"),
    resetKey: value("resetKey"),
    ...(draft && { draft: draft as never }),
    ...(replacing && { replacing }),
    submitLabel: readText(scope, document["submit"]),
    cancelLabel: readText(scope, document["cancel"]),
    location,
    raise,
  });
};
