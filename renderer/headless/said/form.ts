import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import { read, type Say } from "./say.ts";

const draftProps = { verificationName: "value", "subType?": "value", "reason?": "text" } as const;
const replacingProps = { "data?": "value", "places?": "value" } as const;

/** A form as its fields stand; one that is still being fetched says nothing. */
export const sayForm: Say = (document, { scope, forms, raise }) => {
  const formId = String(evaluate(document["form"] as Expr, scope.scope) ?? "");
  const within = (key: string, props: Parameters<typeof resolveProps>[0]) =>
    document[key] === undefined ? undefined : resolveProps(props, document[key] as Record<string, unknown>, scope);
  const value = (key: string) =>
    document[key] === undefined ? undefined : evaluate(document[key] as Expr, scope.scope);
  const readOnly = document["readOnly"] !== undefined && Boolean(evaluate(document["readOnly"] as Expr, scope.scope));
  const draft = within("draft", draftProps);
  const replacing = within("replacing", replacingProps);
  return forms.say({
    id: document.id,
    formId,
    scope,
    readOnly,
    initial: value("initial"),
    only: value("only"),
    since: value("since"),
    ...(draft && { draft: draft as never }),
    ...(replacing && { replacing }),
    submitLabel: read(scope, document["submit"]),
    cancelLabel: read(scope, document["cancel"]),
    raise,
  });
};
