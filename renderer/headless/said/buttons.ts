import { isTrue, evaluate, type Expr, type Rule } from "#engine/rules/evaluate.ts";
import { read, toButton, type Say } from "./say.ts";

export const sayButton: Say = (document, { scope, raise }) => {
  const disabled = document["disabled"] !== undefined && isTrue(document["disabled"] as Rule, scope.scope);
  const waitsFor = document["waitsFor"] as string | undefined;
  const complete = waitsFor === undefined || scope.forms.isComplete(waitsFor);
  const isLink =
    document["appearance"] === "link" &&
    (scope.toHref(document.on?.["press"]) !== undefined || document["saidAs"] === "link");
  return [
    toButton(read(scope, document["label"]), () => raise("press"), {
      disabled: disabled || !complete,
      reason: read(scope, document["reason"]),
      role: isLink && !disabled ? "link" : "button",
    }),
  ];
};

/** It waits its seconds, told from the server's clock. */
export const sayResend: Say = (document, { scope, raise }) => {
  const since = Date.parse(String(evaluate(document["since"] as Expr, scope.scope) ?? ""));
  const seconds = Number(evaluate(document["seconds"] as Expr, scope.scope) ?? 0);
  const now = Date.parse(String((scope.scope.roots["env"] as { now?: string } | undefined)?.now ?? ""));
  const left = Number.isNaN(since) ? 0 : Math.ceil((since + seconds * 1000 - now) / 1000);
  const disabled =
    left > 0 || (document["disabled"] !== undefined && isTrue(document["disabled"] as Rule, scope.scope));
  return [toButton(read(scope, document["label"]), () => raise("press"), { disabled })];
};
