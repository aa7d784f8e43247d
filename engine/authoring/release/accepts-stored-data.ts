import { findUnknownKeys, readAt } from "#engine/core/form/data-tree.ts";
import { derive, type DerivedForm } from "#engine/core/form/derive.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import type { Messages } from "#engine/core/form/messages.ts";
import { acceptsDraft, validateDerived, type ValidateTools } from "#engine/core/form/validate.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { isSame } from "./change.ts";
import { findOrigins, migrate, type PlacedMigration } from "./migrate.ts";

/** A form with its validators, option lists and evaluation scope. */
export interface FormJudge {
  readonly model: FormModel;
  readonly tools: ValidateTools;
  readonly scope: Scope;
  /** A field whose value is checked on submission and never stored (a captcha text); its absence is no fault. */
  readonly neverStored?: string;
  /** Data of the former submission, as `derive` reads them; absent for stored data. */
  readonly before?: unknown;
}

/**
 * A value that the form does not accept: the violated keyword, `dropped`, or `changed` for a different submitted value.
 */
export interface Fault {
  readonly pointer: string;
  readonly keyword: string;
}

const wordless: Messages = { validation: {}, translate: (english) => english };

/** The result for some data: the errors (warnings do not count), and the data that would be submitted. */
export interface JudgedData {
  readonly faults: readonly Fault[];
  readonly derived: DerivedForm;
}

/** Validates data as submitted or stored; the same steps as `validate`, without messages. */
export function judgeData({ model, tools, scope, neverStored, before }: FormJudge, data: unknown): JudgedData {
  const derived = derive(model, data, scope, { before });
  const refused = validateDerived(model, tools, derived, wordless)
    .filter(({ severity, pointer }) => severity === "error" && pointer !== neverStored)
    .map(({ pointer, keyword }) => ({ pointer, keyword }));
  const unknown = findUnknownKeys(model, data).map((pointer) => ({ pointer, keyword: "unknown" }));
  return { derived, faults: [...refused, ...unknown] };
}

/** A form in two releases, and the migrations between them. */
export interface FormSuccession {
  readonly former: FormJudge;
  readonly newer: FormJudge;
  readonly migrations: readonly PlacedMigration[];
}

/** Migrates answers to the newer form; unchanged without migrations. */
export const toNewerData = ({ former, migrations }: FormSuccession, data: unknown): unknown =>
  migrations.length === 0 ? data : migrate(data, migrations, former.scope);

/**
 * Returns the reason why the newer form rejects an accepted submission: an error, or a different submitted value.
 * Returns undefined when it accepts all of it.
 */
export function findSubmissionFault(succession: FormSuccession, submitted: unknown): Fault | undefined {
  const { former, newer, migrations } = succession;
  const data = toNewerData(succession, submitted);
  const { faults, derived } = judgeData(newer, data);
  if (faults[0]) return faults[0];
  for (const { pointer, steps } of (migrations.length === 0 ? former : newer).model.fields) {
    const [before, after] = [readAt(data, steps), readAt(derived.submitted, steps)];
    if (before !== undefined && before !== after && !isSame(before, after))
      return { pointer, keyword: after === undefined ? "dropped" : "changed" };
  }
  return undefined;
}

/**
 * Returns the reason why the newer form rejects a draft. A complete draft counts as a submission. In an incomplete one
 * every value must keep its type, and no valid value may become invalid; missing answers are allowed.
 */
export function findDraftFault(succession: FormSuccession, data: unknown): Fault | undefined {
  const { former, newer, migrations } = succession;
  const draft = toNewerData(succession, data);
  if (!acceptsDraft(newer.model, newer.tools, draft)) return { pointer: "", keyword: "type" };
  const before = judgeData(former, data);
  if (before.faults.length === 0) return findSubmissionFault(succession, before.derived.submitted);
  const known = new Set(before.faults.map(({ pointer }) => pointer));
  const isKnown = (pointer: string): boolean =>
    findOrigins(pointer, migrations, former.scope.rules).some((origin) => known.has(origin));
  return judgeData(newer, draft).faults.find(({ pointer, keyword }) => keyword !== "require" && !isKnown(pointer));
}
