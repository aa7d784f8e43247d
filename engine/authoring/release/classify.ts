import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { toChanges, type Change, type CompatibilityClass, type Reason } from "./change.ts";
import { comparePrices } from "./compare-prices.ts";
import { compareRequest } from "./compare-request.ts";
import { compareVerification } from "./compare-verification.ts";
import { judgePair, toPair, type FormPair } from "./form-pair.ts";
import type { PinnedDefinitions } from "./pinned-definitions.ts";
import { findMigrations } from "./migrate.ts";
import { findVerificationForm, toQuestionsForm, type FormTools } from "./request-forms.ts";

/** The compatibility class of one request, with its reasons; a patch needs none. */
export interface Compatibility {
  readonly orgId: string;
  readonly formId: string;
  readonly class: CompatibilityClass;
  readonly reasons: readonly Reason[];
}

/** One request of an organisation: the pinned definitions of a former and of a newer release. */
export interface RequestReleases {
  readonly orgId: string;
  readonly formId: string;
  readonly former: PinnedDefinitions;
  readonly newer: PinnedDefinitions;
}

/** A fixed seed, so that the author and the service get the same class. */
export const defaultSeed = 20_411;

/** Tools for sample data. The same seed and time give the same class. */
export interface ClassifyTools extends FormTools {
  readonly seed: number;
}

/** Returns the class of every request of an organisation, by formId. A new request has nothing to break. */
export function classifyRequests(
  { orgId, former, newer }: Omit<RequestReleases, "formId">,
  tools: ClassifyTools,
): Compatibility[] {
  const ids = new Set([...former.list("request"), ...newer.list("request")].map(({ id }) => id));
  return [...ids].sort().map((formId) => classifyRequest({ orgId, formId, former, newer }, tools));
}

/** Returns the class of one request: compares the definitions, and tries valid sample data where they do not decide. */
export function classifyRequest(releases: RequestReleases, tools: ClassifyTools): Compatibility {
  const { changes, forms } = compareDocuments(releases, tools);
  if (!isOpen(changes, forms)) return toCompatibility(releases, changes);
  const refused = forms.flatMap((pair) => judgePair(pair, tools));
  return toCompatibility(releases, [...refused, ...changes.map(toSettled)]);
}

/** Returns the class where the definitions decide; undefined where sample data is needed. */
export function classifyByDocuments(releases: RequestReleases, tools: FormTools): Compatibility | undefined {
  const { changes, forms } = compareDocuments(releases, tools);
  return isOpen(changes, forms) ? undefined : toCompatibility(releases, changes);
}

/** Returns whether a form differs and no change is certainly major. */
const isOpen = (changes: readonly Change[], forms: readonly FormPair[]): boolean =>
  forms.some((pair) => pair.changes.length > 0) && !changes.some(({ verdict }) => verdict === "major");

/** An open change that no sample data contradicts is minor. */
const toSettled = (change: Change): Change => (change.verdict === "open" ? { ...change, verdict: "minor" } : change);

function toCompatibility({ orgId, formId }: RequestReleases, changes: readonly Change[]): Compatibility {
  const reached = (["major", "minor"] as const).find((verdict) => changes.some((one) => one.verdict === verdict));
  const reasons = changes
    .filter(({ verdict }) => verdict === reached)
    .map(({ document, pointer, message }) => ({ document, pointer, message }));
  const once = new Map(reasons.map((reason) => [Object.values(reason).join(" "), reason]));
  return { orgId, formId, class: reached ?? "patch", reasons: [...once.values()] };
}

function compareDocuments(
  { orgId, formId, former, newer }: RequestReleases,
  tools: FormTools,
): { changes: Change[]; forms: FormPair[] } {
  const document = `organisations/${orgId}/${formId}`;
  const [before, after] = [former.find("request", formId), newer.find("request", formId)];
  const only = (change: Pick<Change, "verdict" | "message">) => ({
    changes: [{ document, pointer: "", ...change }],
    forms: [],
  });
  if (!after) return only({ verdict: "major", message: "is no longer requested" });
  if (!before) return only({ verdict: "minor", message: "is new" });
  const changes = [
    ...toChanges(compareRequest(before, after), document),
    ...toChanges(comparePricesOf(former, newer, after), "catalogues/prices"),
  ];
  const questions = [before, after].map((request) => toQuestionsForm(request, document, tools));
  const forms = [toPair(document, questions[0], questions[1])].filter((pair) => pair !== undefined);
  for (const { verification: name } of after.verifications) {
    const [old, fresh] = [former.find("verification", name), newer.find("verification", name)];
    if (!old || !fresh || !before.verifications.some(({ verification }) => verification === name)) continue;
    const found = compareVerification(old, fresh, { paid: after.payment !== "none" });
    const own = toChanges(found, `verifications/${name}`);
    const sides = [findVerificationForm(former, before, old, tools), findVerificationForm(newer, after, fresh, tools)];
    const migrations = old.form === undefined || old.form !== fresh.form ? [] : findMigrations(former, newer, old.form);
    const pair = toPair(`verifications/${name}`, sides[0], sides[1], own, migrations);
    if (pair) forms.push(pair);
    else changes.push(...own);
  }
  return { changes: [...changes, ...forms.flatMap((pair) => pair.changes)], forms };
}

function comparePricesOf(former: PinnedDefinitions, newer: PinnedDefinitions, request: RequestDefinition) {
  const [before, after] = [former.list("prices")[0], newer.list("prices")[0]];
  return before && after ? comparePrices(before.prices, after.prices, request) : [];
}
