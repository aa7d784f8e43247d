import { findUnknownKeys, readAt } from "#engine/form/data-tree.ts";
import { derive, type DerivedForm } from "#engine/form/derive.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import type { Messages } from "#engine/form/messages.ts";
import { takesDraft, validateDerived, type ValidateTools } from "#engine/form/validate.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { isSame } from "./change.ts";
import { findOrigins, migrate, type PlacedMigration } from "./migrate.ts";

/** A form with all that it judges by: shapes, lists, and what its rules see. */
export interface Judge {
  readonly model: FormModel;
  readonly tools: ValidateTools;
  readonly scope: Scope;
  /** A field that proves something at the moment it is given and is never kept (a captcha's text): missed in nothing. */
  readonly unkept?: string;
}

/** Where data is not taken as it is: the keyword that refuses it, `dropped`, or `changed` for another submitted value. */
export interface Fault {
  readonly pointer: string;
  readonly keyword: string;
}

const wordless: Messages = { validation: {}, translate: (english) => english };

/** What a form makes of some data: what it refuses (warnings refuse nothing), and what would be submitted. */
export interface Judged {
  readonly faults: readonly Fault[];
  readonly derived: DerivedForm;
}

/** Judges data as it is sent or stored; the same steps as `validate`, without words. */
export function judgeData({ model, tools, scope, unkept }: Judge, data: unknown): Judged {
  const derived = derive(model, data, scope);
  const refused = validateDerived(model, tools, derived, wordless)
    .filter(({ severity, pointer }) => severity === "error" && pointer !== unkept)
    .map(({ pointer, keyword }) => ({ pointer, keyword }));
  const unknown = findUnknownKeys(model, data).map((pointer) => ({ pointer, keyword: "unknown" }));
  return { derived, faults: [...refused, ...unknown] };
}

/** A form in two releases, and how answers get from the former to the newer. */
export interface Succession {
  readonly former: Judge;
  readonly newer: Judge;
  readonly migrations: readonly PlacedMigration[];
}

/** Answers of the former form as the newer one has them; the same, where no migration is written. */
export const toNewer = ({ former, migrations }: Succession, data: unknown): unknown =>
  migrations.length === 0 ? data : migrate(data, migrations, former.scope);

/**
 * Why the newer form does not take a submission that the former took: it refuses something, or would submit another value
 * for something than what was given, or than what a migration made of it. Undefined when all of it is taken.
 */
export function findSubmissionFault(succession: Succession, submitted: unknown): Fault | undefined {
  const { former, newer, migrations } = succession;
  const data = toNewer(succession, submitted);
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
 * Why the newer form does not take a draft that was begun with the former. A finished one is judged as a submission; of
 * an unfinished one every value must keep its type and nothing that was right may be wrong, missing answers apart.
 */
export function findDraftFault(succession: Succession, data: unknown): Fault | undefined {
  const { former, newer, migrations } = succession;
  const draft = toNewer(succession, data);
  if (!takesDraft(newer.model, newer.tools, draft)) return { pointer: "", keyword: "type" };
  const before = judgeData(former, data);
  if (before.faults.length === 0) return findSubmissionFault(succession, before.derived.submitted);
  const known = new Set(before.faults.map(({ pointer }) => pointer));
  const isKnown = (pointer: string): boolean =>
    findOrigins(pointer, migrations, former.scope.rules).some((origin) => known.has(origin));
  return judgeData(newer, draft).faults.find(({ pointer, keyword }) => keyword !== "require" && !isKnown(pointer));
}
