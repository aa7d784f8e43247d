import { findLeadingStep, toStepTable, type Steps } from "#engine/documents/steps.ts";
import { resolveText } from "#engine/documents/text.ts";
import { evaluate, isTrue, type Expr, type Scope } from "#engine/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";
import { toInnerPath } from "#renderer/runtime/inner-path.ts";
import { toFormats, type BlockScope } from "#renderer/runtime/scope.ts";
import { refreshRoots } from "./plan-loads.ts";

/** The scope of the evaluator: these roots, the rules loaded so far, and how values are written in this language. */
export function toScope(roots: Record<string, unknown>, config: ConfigClient): Scope {
  return {
    roots,
    rules: config.rules,
    formats: toFormats(config, roots["env"] as { locale: string; timeZone: string }),
  };
}

type ScopeParts = Pick<BlockScope, "forms" | "isBusy" | "isOpen" | "closeDialog" | "toHref" | "config">;

/** What blocks see of their screen: these roots, and more where they stand inside a list. */
export function toBlockScope(
  roots: Record<string, unknown>,
  parts: ScopeParts,
  more: Record<string, unknown> = {},
): BlockScope {
  const { config } = parts;
  const scope = toScope({ ...roots, ...more }, config);
  return {
    ...parts,
    scope,
    words: config.words,
    text: (text, own) =>
      resolveText(text, own ? toScope({ ...roots, ...more, ...own }, config) : scope, config.translate),
    with: (own) => toBlockScope(roots, parts, { ...more, ...own }),
    toHref: (steps, own) => parts.toHref(steps, { ...more, ...own }),
    refresh: (root) => refreshRoots([root]),
  };
}

/** The address that steps lead to when they do nothing that one waits for; undefined for any others. */
export function findHref(steps: Steps | undefined, context: ActionContext): string | undefined {
  const scope = context.scope();
  const step = findLeadingStep(chooseSteps(steps, scope));
  if (step?.["visit"] !== undefined) return toInnerPath(evaluate(step["visit"] as Expr, scope));
  if (typeof step?.["navigate"] !== "string") return undefined;
  return context.toPath(step["navigate"], evaluateValues(step["params"], scope), evaluateValues(step["query"], scope));
}

/** Of a table the steps of the row that holds now. */
function chooseSteps(steps: Steps | undefined, scope: Scope): Steps | undefined {
  if (steps === undefined) return undefined;
  const { rows, otherwise } = toStepTable(steps);
  return rows.find(({ when }) => isTrue(when, scope))?.do ?? otherwise;
}
