import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";

/**
 * Leaves the page. Which addresses may stand here the check of the documents has settled: a path of this server, or what
 * an operation vouches for. Whatever it is, it travels encrypted, unless it is this server itself.
 */
export const leave: Action = (step, context) => {
  const scope = context.scope();
  const target = evaluate(step["leave"] as Expr, scope);
  if (typeof target !== "string" || target === "") throw new TypeError("There is no address to leave for.");
  const url = new URL(target, window.location.origin);
  const isOwn = url.origin === window.location.origin;
  if (!isOwn && (url.protocol !== "https:" || target.startsWith("/")))
    throw new TypeError(`${url.origin} is no address to leave for.`);
  for (const [name, value] of Object.entries(evaluateValues(step["query"], scope)))
    url.searchParams.set(name, String(value));
  go(url);
};

/**
 * The page tells nobody where a visitor comes from; providers take payments from known sites alone, so this one way out
 * says which site this is, and no more of the address (developer.phonepe.com, "Initiate payment").
 */
function go(url: URL): void {
  const link = document.createElement("a");
  link.href = url.href;
  link.referrerPolicy = "strict-origin";
  link.click();
}
