import { writeFileSync } from "node:fs";
import path from "node:path";
import { findNearest } from "#engine/core/base/nearest.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toStyledJson } from "#server/cli/json-style.ts";
import type { Action } from "./contracts.ts";
import type { CoverageItem } from "./coverage.ts";
import { InvalidFixture } from "./read-fixtures.ts";

/** First actions of a draft by kind of item. Other kinds start at home. */
const startActionsByKind: Readonly<Record<string, (what: string, sources: readonly SourceDefinition[]) => Action[]>> = {
  state: (state) => [{ reachState: state }, { open: "/ekyc/{formId}/{txnId}?orgId={orgId}" }],
  request: () => [{ reachState: "PENDING" }, { open: "/ekyc/{formId}/{txnId}?orgId={orgId}" }],
  language: (id) => [{ open: `/?orgId={orgId}&lang=${id.split("/")[1]}` }],
  screen: (id, sources) => {
    const route = findRoute(id, sources);
    return [...(route.includes("{txnId}") ? [{ reachState: "PENDING" }] : []), { open: `${route}?orgId={orgId}` }];
  },
};

/** The start of a fixture: its form, and the actions that lead there. */
export interface FixtureStart {
  readonly organisation: string;
  readonly form: string;
  readonly locale: string;
  readonly startActions: readonly Action[];
}

/** The start of a fixture for an item. Throws InvalidFixture for an unknown item. */
export function toFixtureStart(
  what: CoverageItem,
  all: readonly CoverageItem[],
  sources: readonly SourceDefinition[],
): FixtureStart {
  if (!all.includes(what)) {
    const near = findNearest(what, all);
    throw new InvalidFixture(
      `There is no item '${what}'${near ? `, did you mean '${near}'?` : "."} --missing lists all.`,
    );
  }
  const [kind = "", name = ""] = what.split(" ");
  const requests = sources.filter(({ document }) => document.kind === "request");
  const request = requests.find(({ path: file, document }) => name === `${file.split("/")[1]}/${document.id}`);
  const ofOrganisation = requests.find(({ path: file }) => name.startsWith(`${file.split("/")[1]}/`));
  const { path: file, document } = request ?? ofOrganisation ?? requests[0]!;
  return {
    organisation: file.split("/")[1] ?? "",
    form: document.id,
    locale: kind === "language" ? (name.split("/")[1] ?? "en") : "en",
    startActions: [{ signIn: "identified" }, ...(startActionsByKind[kind]?.(name, sources) ?? [{ open: "/" }])],
  };
}

/**
 * Writes the first step of a fixture for an uncovered item. Returns the file. Throws InvalidFixture for an unknown
 * item.
 */
export function writeDraft(
  what: CoverageItem,
  all: readonly CoverageItem[],
  sources: readonly SourceDefinition[],
  folder: string,
): string {
  const { organisation, form, locale, startActions } = toFixtureStart(what, all, sources);
  const fixture = {
    description: `Draft: ${what}.`,
    organisation,
    form,
    locale,
    timeZone: "Asia/Kolkata",
    viewport: { width: 390, height: 844 },
    candidate: { name: "Asha Verma", mobile: "+9198########" },
    values: {},
    files: {},
    steps: [{ id: "start", title: `Opens ${what}.`, do: startActions }],
  };
  const written = path.join(folder, `${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.json`);
  writeFileSync(written, toStyledJson(fixture), { flag: "wx" });
  return written;
}

function findRoute(id: string, sources: readonly SourceDefinition[]): string {
  const screen = sources.find(({ document }) => document.kind === "screen" && document.id === id)?.document;
  const { route } = screen as DefinitionOf<"screen">;
  const first = typeof route === "string" ? route : (Object.values(route)[0] as string);
  return first.replaceAll(/:(\w+)\??/g, "{$1}");
}
