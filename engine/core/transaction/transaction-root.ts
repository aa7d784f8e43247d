import { copyWithGetters } from "#engine/core/base/copy-with-getters.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { toLabel, type RootInput } from "#engine/core/scope/root.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { toGuard } from "./allowed.ts";
import { toTransactionFacts, type TransactionFacts } from "./transaction-facts.ts";
import { translateAllowed, withAllowed } from "./with-allowed.ts";

/** Input for computing permissions that a wallet omits: every rule, and the other roots that rules read. */
export interface PermissionInput {
  readonly rules: Iterable<DefinitionOf<"rules">>;
  readonly roots: Scope["roots"];
}

/**
 * Builds the root `transaction` from transactions.info. Missing permissions are computed from `permissions`; without it
 * nothing is allowed.
 */
export function toTransaction(answer: TxnInfo, input: RootInput, permissions?: PermissionInput): TransactionFacts {
  const { find, now, translate } = input;
  const states = find("states", "states");
  const categories = find("categories", "categories");
  if (!states || !categories) throw new Error("The catalogues of states and categories are missing.");
  const icons: Record<string, string> = {};
  const identity: string[] = [];
  for (const name of Object.keys(answer.verificationList)) {
    const verification = find("verification", name);
    if (verification) icons[name] = verification.icon;
    if (verification?.identity) identity.push(name);
  }
  const sources = {
    states,
    categories,
    now,
    minimumSet: find("request", answer.form.formId)?.minimumSet,
    icons,
    identity,
  };
  const { rules, roots } = permissions ?? { rules: [], roots: {} };
  const context = { guard: toGuard(states, rules), sources, roots, translate };
  const info = translateLabels(answer, input);
  if (info.allowed) return toTransactionFacts(translateAllowed(info, context), sources);
  return toTransactionFacts(permissions ? withAllowed(info, context) : info, sources);
}

/** Translates the English labels of the wire. */
function translateLabels(info: TxnInfo, input: Pick<RootInput, "find" | "translate">): TxnInfo {
  const { translate } = input;
  const entries = Object.entries(info.verificationList).map(
    ([name, entry]) => [name, { ...entry, label: toLabel(entry.label, name, input) }] as const,
  );
  const form = { ...info.form, name: translate(info.form.name) };
  const evaluationInfo = [info.evaluationInfo]
    .flat()
    .map((one) => ({ ...one, processingPeriod: translate(one.processingPeriod) }));
  const { reason, ...request } = info.nameChangeRequest;
  // A ready-made reason is in English; a text of support has no translation and stays.
  const nameChangeRequest = { ...request, ...(reason !== undefined && { reason: translate(reason) }) };
  return Object.assign(copyWithGetters(info), {
    form,
    evaluationInfo,
    nameChangeRequest,
    verificationList: Object.fromEntries(entries),
  });
}
