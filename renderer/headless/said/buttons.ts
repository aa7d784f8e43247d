import { fillText } from "#engine/documents/text.ts";
import { isTrue, evaluate, type Expr, type Rule } from "#engine/rules/evaluate.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { read, toButton, toLeads, type Say } from "./say.ts";

export const sayButton: Say = (document, { scope, raise }) => {
  const disabled = document["disabled"] !== undefined && isTrue(document["disabled"] as Rule, scope.scope);
  const waitsFor = document["waitsFor"] as string | undefined;
  const complete = waitsFor === undefined || scope.forms.isComplete(waitsFor);
  const href = scope.toHref(document.on?.["press"]);
  const isLink = document["appearance"] === "link" && (href !== undefined || document["saidAs"] === "link");
  return [
    toButton(read(scope, document["label"]), () => raise("press"), {
      disabled: disabled || !complete,
      reason: read(scope, document["reason"]),
      role: isLink && !disabled ? "link" : "button",
    }),
    ...toLeads(href),
  ];
};

/** It waits its seconds from when a code was first said to be sent. */
export const sayResend: Say = (document, { scope, raise, firstSaid }) => {
  const since = String(evaluate(document["since"] as Expr, scope.scope) ?? "");
  const seconds = Number(evaluate(document["seconds"] as Expr, scope.scope) ?? 0) || 0;
  const left = Math.ceil((firstSaid(since) + seconds * 1000 - readServerTime().getTime()) / 1000);
  if (left > 0)
    return [toButton(fillText(read(scope, document["waiting"]), { n: left }), () => undefined, { disabled: true })];
  const disabled = document["disabled"] !== undefined && isTrue(document["disabled"] as Rule, scope.scope);
  return [toButton(read(scope, document["label"]), () => raise("press"), { disabled })];
};
