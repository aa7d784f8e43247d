/**
 * All checks in the order of the report, and all codes. To add a check, add an entry to the table of its subject; a new
 * table needs a line here.
 */
import type { Issue } from "#engine/core/base/issue.ts";
import { allowanceCodes } from "./allowances.ts";
import { analyticsChecks } from "./analytics.ts";
import { appChecks } from "./app.ts";
import { appDefinitionChecks } from "./apps.ts";
import { runCheck, type Check, type CodeEntry } from "./check.ts";
import { definitionChecks, overrideCodes, shapeCodes, unusedDefinitionChecks } from "./definition.ts";
import { expressionChecks, expressionPlaceChecks, syntaxCodes } from "./expression.ts";
import { flowChecks, unusedFlowChecks } from "./flow.ts";
import { formDataChecks } from "./form-data.ts";
import { formMessageChecks, unusedMessageChecks } from "./form-messages.ts";
import { formPageChecks } from "./form-pages.ts";
import { formChecks } from "./form.ts";
import { optionChecks } from "./options.ts";
import { supportChecks } from "./support-hours.ts";
import { organisationChecks, unusedOrganisationChecks } from "./organisation.ts";
import { plausibilityChecks } from "./plausibility.ts";
import { priceChecks, unusedPriceChecks } from "./prices.ts";
import { promiseChecks, unusedPromiseChecks } from "./promises.ts";
import { reportChecks } from "./report.ts";
import { requestChecks } from "./request.ts";
import { roleChecks } from "./roles.ts";
import { routeChecks } from "./route.ts";
import { ruleChecks, unusedRuleChecks } from "./rules.ts";
import { satisfiableRequestChecks } from "./satisfy/requests.ts";
import { satisfiableChecks } from "./satisfy/satisfiable.ts";
import { screenChecks, unusedScreenChecks } from "./screen.ts";
import { stateChecks } from "./states.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { readExpressions } from "./support/read-expressions.ts";
import { displayChecks, textChecks, unusedTextChecks } from "./text.ts";
import { translationChecks } from "./translations.ts";
import { migrationChecks, unusedVerificationChecks, verificationChecks } from "./verification.ts";

/** Checks of single nodes and whole expressions. */
const readerChecks = [...expressionChecks, ...displayChecks];

/** Checks of places, in the order of the report. */
const placeChecks: readonly Check[] = [
  ...definitionChecks,
  ...ruleChecks,
  ...expressionPlaceChecks,
  ...formChecks,
  ...formPageChecks,
  ...formDataChecks,
  ...formMessageChecks,
  ...optionChecks,
  ...flowChecks,
  ...screenChecks,
  ...routeChecks,
  ...textChecks,
  ...translationChecks,
  ...stateChecks,
  ...roleChecks,
  ...promiseChecks,
  ...priceChecks,
  ...verificationChecks,
  ...migrationChecks,
  ...requestChecks,
  ...reportChecks,
  ...organisationChecks,
  ...supportChecks,
  ...appChecks,
  ...appDefinitionChecks,
  ...analyticsChecks,
  ...plausibilityChecks,
];

/** Checks that construct an answer or a situation. */
const searchChecks: readonly Check[] = [...satisfiableChecks, ...satisfiableRequestChecks];

/** Checks for unused parts. Their findings count only when they are true for all organisations. */
const unusedChecks: readonly Check[] = [
  ...unusedScreenChecks,
  ...unusedMessageChecks,
  ...unusedTextChecks,
  ...unusedPromiseChecks,
  ...unusedRuleChecks,
  ...unusedPriceChecks,
  ...unusedOrganisationChecks,
  ...unusedDefinitionChecks,
  ...unusedVerificationChecks,
  ...unusedFlowChecks,
];

/** Faults of a set of documents. */
export const findFaults = (set: DefinitionSet): Issue[] => [
  ...readExpressions(set, readerChecks),
  ...placeChecks.flatMap((check) => runCheck(check, set)),
];

/** Findings about what nothing in a set of definitions uses. */
export const findUnused = (set: DefinitionSet): Issue[] => unusedChecks.flatMap((check) => runCheck(check, set));

/** What can never be sent. Looked at when nothing else is wrong, because another fault is the nearer reason. */
export const findUnsatisfiable = (set: DefinitionSet): Issue[] => searchChecks.flatMap((check) => runCheck(check, set));

const toEntries = (codes: Readonly<Record<string, string>>): CodeEntry[] =>
  Object.entries(codes).map(([code, why]) => ({ code: code as CodeEntry["code"], why }));

/** Every code of a finding, and why it is reported. */
export const codeEntries: readonly CodeEntry[] = [
  ...toEntries(shapeCodes),
  ...toEntries(overrideCodes),
  ...toEntries(syntaxCodes),
  ...readerChecks,
  ...placeChecks,
  ...unusedChecks,
  ...searchChecks,
  ...toEntries(allowanceCodes),
];

/** Codes that an author may allow with a reason. */
export const allowable: ReadonlySet<string> = new Set(
  codeEntries.filter((entry) => entry.allowable).map(({ code }) => code),
);
