import { listBlocks, listTracePlaces } from "#engine/authoring/check/support/screens.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { messageKeys } from "#engine/core/definitions/message-keys.ts";
import type { ServerCoverage } from "#engine/contract/sandbox.ts";
import { stateNames } from "#engine/core/definitions/states.ts";
import { toEdges } from "#engine/core/transaction/state-machine.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";

/** An item of the definitions that a fixture can cover: "rule form-expired holds", "row pay/start/otherwise". */
export type CoverageItem = string;

/** The name of an item of each kind. To add a kind: one line here, one where it is covered. */
export const toCoverageItem = {
  screen: (id: string) => `screen ${id}`,
  row: (at: string) => `row ${at}`,
  call: (operation: string, at: string) => `call ${operation} by ${at}`,
  dialog: (id: string) => `dialog ${id}`,
  rule: (name: string, holds: boolean) => `rule ${name} ${holds ? "holds" : "does not hold"}`,
  request: (orgId: string, formId: string) => `request ${orgId}/${formId}`,
  state: (state: string) => `state ${state}`,
  language: (orgId: string, id: string) => `language ${orgId}/${id}`,
  message: (id: string) => `message ${id}`,
  transition: ({ of, from, to }: { of: string; from: string; to: string }) => `transition ${of} ${from}>${to}`,
} as const;

/** Every item of the definitions, in a stable order. */
export function listCoverageItems(set: DefinitionSet): CoverageItem[] {
  const screens = set.ofKind("screen");
  const dialogs = screens.flatMap(listBlocks).filter(({ block }) => block.block === "dialog");
  const requests = set.ofKind("request").map(({ path, document }) => [path.split("/")[1]!, document.id] as const);
  const found = [
    ...screens.map(({ document }) => toCoverageItem.screen(document.id)),
    ...listTracePlaces(set).map(({ at, operation }) =>
      operation === undefined ? toCoverageItem.row(at) : toCoverageItem.call(operation, at),
    ),
    ...dialogs.map(({ block }) => toCoverageItem.dialog(block.id)),
    ...[...set.namedRules().keys()].flatMap((name) => [
      toCoverageItem.rule(name, true),
      toCoverageItem.rule(name, false),
    ]),
    ...requests.map(([orgId, formId]) => toCoverageItem.request(orgId, formId)),
    ...stateNames.map(toCoverageItem.state),
    ...set.ids("organisation").flatMap((orgId) => listLanguages(set).map((id) => toCoverageItem.language(orgId, id))),
    ...Object.entries(messageKeys).flatMap(([group, keys]) =>
      Object.keys(keys).map((key) => toCoverageItem.message(`${group}/${key}`)),
    ),
    ...set
      .ofKind("states")
      .flatMap(({ document }) => toEdges(document as DefinitionOf<"states">).map(toCoverageItem.transition)),
  ];
  return [...new Set(found)].sort();
}

/** Every language. */
export const listLanguages = (set: DefinitionSet): string[] => ["en", ...set.ids("locale")];

/** Items covered by a trace line of the page. */
export function readCoveredItems({ screen, row, operation, outcome, from, dialog }: TraceLine): CoverageItem[] {
  if (dialog !== undefined) return [toCoverageItem.dialog(dialog)];
  if (row !== undefined) return [toCoverageItem.row(row)];
  if (operation !== undefined)
    return outcome === "answered" && from !== undefined ? [toCoverageItem.call(operation, from)] : [];
  return screen === undefined ? [] : [toCoverageItem.screen(screen)];
}

/** The item that the server covered. */
export function toServerItem(one: ServerCoverage): CoverageItem {
  if ("rule" in one) return toCoverageItem.rule(one.rule, one.holds);
  return "message" in one
    ? toCoverageItem.message(one.message)
    : toCoverageItem.transition({ of: one.transition, from: one.from, to: one.to });
}

/** Counts per kind: `[kind, covered, all]`. */
export function countKinds(
  all: readonly CoverageItem[],
  covered: ReadonlySet<CoverageItem>,
): [string, number, number][] {
  const kinds = [...new Set(all.map(toKind))];
  return kinds.map((kind) => {
    const own = all.filter((one) => toKind(one) === kind);
    return [kind, own.filter((one) => covered.has(one)).length, own.length];
  });
}

const toKind = (one: CoverageItem): string => one.split(" ", 1)[0]!;
