import { fillPlaceholders } from "#engine/core/definitions/text.ts";
import { isTrue, evaluate, type Expr, type Rule } from "#engine/core/rules/evaluate.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { readText, toButtonNode, toTargetNodes, type Describe } from "./nodes.ts";

export const describeButton: Describe = (document, { scope, raise }) => {
  const disabled = document["disabled"] !== undefined && isTrue(document["disabled"] as Rule, scope.scope);
  const waitsFor = document["waitsFor"] as string | undefined;
  const complete = waitsFor === undefined || scope.forms.isComplete(waitsFor);
  const href = scope.toHref(document.on?.["press"]);
  const isLink = document["appearance"] === "link" && (href !== undefined || document["role"] === "link");
  return [
    toButtonNode(readText(scope, document["label"]), () => raise("press"), {
      disabled: disabled || !complete,
      reason: readText(scope, document["reason"]),
      role: isLink && !disabled ? "link" : "button",
    }),
    ...toTargetNodes(href),
  ];
};

/** Disabled for the given seconds since `resetKey` was first described. */
export const describeResend: Describe = (document, { scope, raise, firstDescribedAt }) => {
  const resetKey = String(evaluate(document["resetKey"] as Expr, scope.scope) ?? "");
  const seconds = Number(evaluate(document["seconds"] as Expr, scope.scope) ?? 0) || 0;
  const secondsLeft = Math.ceil((firstDescribedAt(resetKey) + seconds * 1000 - readServerTime().getTime()) / 1000);
  if (secondsLeft > 0)
    return [
      toButtonNode(fillPlaceholders(readText(scope, document["waiting"]), { n: secondsLeft }), () => undefined, {
        disabled: true,
      }),
    ];
  const disabled = document["disabled"] !== undefined && isTrue(document["disabled"] as Rule, scope.scope);
  return [toButtonNode(readText(scope, document["label"]), () => raise("press"), { disabled })];
};
