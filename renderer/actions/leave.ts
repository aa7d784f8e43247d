import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";

/** Only a host on the list may be left for; an address that names another one is refused. */
export const leave: Action = (step, context) => {
  const scope = context.scope();
  const target = evaluate(step["leave"] as Expr, scope);
  const hosts = context.config.get("hosts", "hosts").hosts;
  const named = typeof target === "string" && Object.hasOwn(hosts, target) ? hosts[target] : target;
  if (typeof named !== "string" || named === "") throw new TypeError("There is no address to leave for.");
  const url = new URL(named, window.location.origin);
  const allowed = new Set([
    window.location.origin,
    ...Object.values(hosts).map((host) => new URL(host, window.location.origin).origin),
  ]);
  if (!allowed.has(url.origin) || !["https:", "http:"].includes(url.protocol))
    throw new TypeError(`${url.origin} is not on the list of hosts.`);
  for (const [name, value] of Object.entries(evaluateValues(step["query"], scope)))
    url.searchParams.set(name, String(value));
  window.location.assign(url);
};
