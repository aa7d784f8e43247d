import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TObject } from "typebox";
import { appRoot } from "#server/root.ts";
import { findNearest } from "#engine/core/base/nearest.ts";
import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import { withStartingPoint } from "./starting-point.ts";
import { callableIds } from "./callable-operations.ts";
import { callIds } from "./call-pattern.ts";
import { FixtureSchema, personContracts, sharedContracts, type Action, type Fixture } from "./contracts.ts";

/** A fixture breaks the rules of fixtures/README.md. The message has one line per fault. */
export class InvalidFixture extends Error {}

// Verbose errors include the allowed keys.
const ajv = new Ajv({ allErrors: true, verbose: true });
const checkShell = ajv.compile<Fixture>(FixtureSchema);
const lists: Readonly<Record<"do" | "then", Record<string, TObject>>> = {
  do: { ...sharedContracts, ...personContracts },
  then: sharedContracts,
};
/** Verbs that name an operation. */
const operationsByVerb: Readonly<Record<string, readonly string[]>> = { call: callableIds, reply: callIds };
const checks = new Map<TObject, ValidateFunction>();

/** The folder of the fixtures. */
export const fixturesFolder = path.join(appRoot, "fixtures");

/**
 * All fixtures of a folder, the named one (with or without .json), or with `case-*` those whose names start so. Throws
 * InvalidFixture.
 */
export function readFixtures(wanted?: string, folder = fixturesFolder): Fixture[] {
  const names = listNames(folder);
  const fits = (name: string) =>
    wanted === undefined ||
    (wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === path.parse(wanted).name);
  const chosen = names.filter(fits);
  if (chosen.length === 0)
    throw new InvalidFixture(`There is no fixture '${wanted ?? "*"}'. ${toSuggestion(wanted ?? "", names)}`);
  return chosen.map((name) => readFixture(name, folder));
}

/** Most names in a suggestion. */
const maxSuggestions = 8;

/** Names that contain the text, else the nearest name, else the folder. */
function toSuggestion(wanted: string, names: readonly string[]): string {
  const containing = names.filter((name) => wanted !== "" && name.includes(wanted));
  const near = findNearest(wanted, names);
  const similar = containing.length > 0 ? containing : near === undefined ? [] : [near];
  if (similar.length === 0) return `There are ${names.length}, in fixtures/.`;
  const more = similar.length - maxSuggestions;
  return `Did you mean ${similar.slice(0, maxSuggestions).join(", ")}${more > 0 ? `, or one of ${more} more` : ""}?`;
}

const listNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => path.parse(file).name)
    .sort();

const readFixture = (name: string, folder: string, through?: readonly string[]): Fixture =>
  toFixture(name, readFileSync(path.join(folder, `${name}.json`), "utf8"), folder, through);

/** The fixture up to a step. Throws InvalidFixture without such a step. */
export function playUntil(fixture: Fixture, step: string): Fixture {
  const ids = fixture.steps.map(({ id }) => id);
  if (!ids.includes(step)) throw new InvalidFixture(`'${fixture.name}' has no step '${step}'${didYouMean(step, ids)}`);
  return { ...fixture, until: step, steps: fixture.steps.slice(0, ids.indexOf(step) + 1) };
}

/**
 * Parses and checks a fixture: shape, starting point, verbs, options, file and operation names. `folder` has the
 * fixtures to start from. `through` names the fixtures that start from this one. Throws InvalidFixture.
 */
export function toFixture(
  name: string,
  text: string,
  folder = fixturesFolder,
  through: readonly string[] = [],
): Fixture {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new InvalidFixture(`fixtures/${name}.json: not JSON: ${String(error)}`);
  }
  const refuse = (faults: readonly string[]) =>
    new InvalidFixture(faults.map((fault) => `fixtures/${name}.json ${fault}`).join("\n"));
  if (!checkShell(found)) throw refuse((checkShell.errors ?? []).map((error) => toLine("", error)));
  const { fixture, faults } = withStartingPoint(
    { ...found, name },
    { names: listNames(folder), through, read: (other) => readFixture(other, folder, [...through, name]) },
  );
  const all = [...faults, ...findFaults(fixture)];
  if (all.length > 0) throw refuse(all);
  return fixture;
}

function findFaults(fixture: Fixture): string[] {
  const ids = fixture.steps.map((step) => step.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `/steps: '${id}' is duplicated`);
  const inSteps = fixture.steps.flatMap((step, i) =>
    (["do", "then"] as const).flatMap((list) =>
      (step[list] ?? []).flatMap((action, j) =>
        findActionFaults(action, `/steps/${i}/${list}/${j}`, lists[list], fixture),
      ),
    ),
  );
  return [...twice, ...inSteps];
}

function findActionFaults(action: Action, at: string, verbs: Record<string, TObject>, fixture: Fixture): string[] {
  const verb = toVerb(action, verbs);
  const contract = verb === undefined ? undefined : verbs[verb];
  if (!contract) return [`${at}: no verb among ${Object.keys(action).join(", ")}${suggestVerb(action, verbs)}`];
  let check = checks.get(contract);
  if (!check) checks.set(contract, (check = ajv.compile(contract)));
  if (!check(action)) return (check.errors ?? []).map((error) => toLine(at, error));
  const file = verb === "upload" || verb === "call" ? action["file"] : undefined;
  if (file !== undefined && !Object.hasOwn(fixture.files, String(file)))
    return [`${at}/file: no file '${String(file)}' in /files${didYouMean(String(file), Object.keys(fixture.files))}`];
  const called = String(action[verb ?? ""]);
  const known = verb === undefined ? undefined : operationsByVerb[verb];
  if (known && !known.includes(called)) return [`${at}/${verb}: no operation '${called}'${didYouMean(called, known)}`];
  return [];
}

/** A suggestion for a mistyped verb, or all verbs. */
function suggestVerb(action: Action, verbs: Readonly<Record<string, unknown>>): string {
  const known = Object.keys(verbs);
  const near = Object.keys(action)
    .map((key) => didYouMean(key, known))
    .find((one) => one !== "");
  return near ?? `; known: ${known.join(", ")}`;
}

/** The verb of an action: its first key that is one (`fill` is also an option of `otp`). */
export function toVerb(action: Action, verbs: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(action).find((key) => Object.hasOwn(verbs, key));
}

function toLine(at: string, { instancePath, keyword, message, params, parentSchema }: ErrorObject): string {
  const extra = params["additionalProperty"] as string | undefined;
  const key = extra ?? (params["missingProperty"] as string | undefined);
  const known = extra === undefined ? [] : Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
  const allowed = params["allowedValues"] as string[] | undefined;
  const hint = key === undefined ? "" : ` ('${key}')${didYouMean(key, known)}`;
  return `${at}${instancePath || (at ? "" : "/")}: ${message ?? keyword}${hint}${allowed ? `: ${allowed.join(", ")}` : ""}`;
}
