import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";

/**
 * Leaves the page for a path of this server or for an address that an operation vouches for; the check enforces that.
 * Other servers must use HTTPS.
 */
export const redirect: Action = (step, context) => {
  const scope = context.scope();
  const target = evaluate(step["redirect"] as Expr, scope);
  if (typeof target !== "string" || target === "") throw new TypeError("The redirect has no address.");
  const url = new URL(target, window.location.origin);
  const isOwn = url.origin === window.location.origin;
  if (!isOwn && (url.protocol !== "https:" || target.startsWith("/")))
    throw new TypeError(`${url.origin} is no address for a redirect.`);
  for (const [name, value] of Object.entries(evaluateValues(step["query"], scope)))
    url.searchParams.set(name, String(value));
  follow(url);
};

/**
 * Sends the origin as referrer on this way out only, because payment providers accept known sites alone
 * (developer.phonepe.com, "Initiate payment").
 */
function follow(url: URL): void {
  const link = document.createElement("a");
  link.href = url.href;
  link.referrerPolicy = "strict-origin";
  link.click();
}
