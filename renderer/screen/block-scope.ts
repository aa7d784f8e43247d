import { findFinalStep, toStepTable, type Steps } from "#engine/core/definitions/steps.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { evaluate, isTrue, type Expr, type Scope } from "#engine/core/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";
import { toLocalPath } from "#renderer/runtime/local-path.ts";
import { toFormats, type BlockScope } from "#renderer/runtime/scope.ts";
import { refreshRoots } from "./plan-loads.ts";

/** The evaluation scope: roots, the rules loaded so far, and formats for the language. */
export function toScope(roots: Record<string, unknown>, config: ConfigClient): Scope {
  return {
    roots,
    rules: config.rules,
    formats: toFormats(config, roots["env"] as { locale: string; timeZone: string }),
  };
}

type ScopeParts = Pick<BlockScope, "forms" | "isBusy" | "isOpen" | "closeDialog" | "toHref" | "config">;

/** The scope that blocks see. `itemRoots` are the roots that a list adds for one item. */
export function toBlockScope(
  roots: Record<string, unknown>,
  parts: ScopeParts,
  itemRoots: Record<string, unknown> = {},
): BlockScope {
  const { config } = parts;
  const scope = toScope({ ...roots, ...itemRoots }, config);
  return {
    ...parts,
    scope,
    uiText: config.uiText,
    text: (text, own) =>
      resolveText(text, own ? toScope({ ...roots, ...itemRoots, ...own }, config) : scope, config.translate),
    with: (own) => toBlockScope(roots, parts, { ...itemRoots, ...own }),
    toHref: (steps, own) => parts.toHref(steps, { ...itemRoots, ...own }),
    refresh: (root) => refreshRoots([root]),
  };
}

/** The address of steps that only navigate; undefined for all others. */
export function findHref(steps: Steps | undefined, context: ActionContext): string | undefined {
  const scope = context.scope();
  const step = findFinalStep(chooseSteps(steps, scope));
  if (step?.["openLink"] !== undefined) return toLocalPath(evaluate(step["openLink"] as Expr, scope));
  if (typeof step?.["navigate"] !== "string") return undefined;
  return context.toPath(step["navigate"], evaluateValues(step["params"], scope), evaluateValues(step["query"], scope));
}

/** The steps of the first row that applies. */
function chooseSteps(steps: Steps | undefined, scope: Scope): Steps | undefined {
  if (steps === undefined) return undefined;
  const { rows, otherwise } = toStepTable(steps);
  return rows.find(({ when }) => isTrue(when, scope))?.do ?? otherwise;
}
