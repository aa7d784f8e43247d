import { listBlocks } from "#engine/check/parts/blocks.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import { listTracePlaces } from "#engine/check/parts/trace-places.ts";
import { messageKeys } from "#engine/documents/message-keys.ts";
import type { ServerTried } from "#engine/api/sandbox.ts";
import { stateNames } from "#engine/api/states.ts";
import { toEdges } from "#engine/transaction/state-machine.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";

/** Something of the documents that a fixture can try, in words: "rule form-expired holds", "row pay/start/otherwise". */
export type Triable = string;

/** What each kind of thing is called. One more: one line here, one where it is tried. */
export const toTriable = {
  screen: (id: string) => `screen ${id}`,
  row: (at: string) => `row ${at}`,
  call: (operation: string, at: string) => `call ${operation} by ${at}`,
  dialog: (id: string) => `dialog ${id}`,
  rule: (name: string, holds: boolean) => `rule ${name} ${holds ? "holds" : "does not hold"}`,
  request: (orgId: string, formId: string) => `request ${orgId}/${formId}`,
  state: (state: string) => `state ${state}`,
  language: (orgId: string, id: string) => `language ${orgId}/${id}`,
  message: (id: string) => `message ${id}`,
  move: ({ of, from, to }: { of: string; from: string; to: string }) => `move ${of} ${from}>${to}`,
} as const;

/** Everything of the documents that a fixture can try, in a steady order. */
export function listTriable(set: DocumentSet): Triable[] {
  const screens = set.ofKind("screen");
  const dialogs = screens.flatMap(listBlocks).filter(({ block }) => block.block === "dialog");
  const requests = set.ofKind("request").map(({ path, document }) => [path.split("/")[1]!, document.id] as const);
  const found = [
    ...screens.map(({ document }) => toTriable.screen(document.id)),
    ...listTracePlaces(set).map(({ at, operation }) =>
      operation === undefined ? toTriable.row(at) : toTriable.call(operation, at),
    ),
    ...dialogs.map(({ block }) => toTriable.dialog(block.id)),
    ...[...set.namedRules().keys()].flatMap((name) => [toTriable.rule(name, true), toTriable.rule(name, false)]),
    ...requests.map(([orgId, formId]) => toTriable.request(orgId, formId)),
    ...stateNames.map(toTriable.state),
    ...set.ids("organisation").flatMap((orgId) => listLanguages(set).map((id) => toTriable.language(orgId, id))),
    ...Object.entries(messageKeys).flatMap(([group, keys]) =>
      Object.keys(keys).map((key) => toTriable.message(`${group}/${key}`)),
    ),
    ...set.ofKind("states").flatMap(({ document }) => toEdges(document as DocumentOf<"states">).map(toTriable.move)),
  ];
  return [...new Set(found)].sort();
}

/** Every language that can be spoken. */
export const listLanguages = (set: DocumentSet): string[] => ["en", ...set.ids("locale")];

/** What a line of a page's trace says was tried. */
export function readTried({ screen, row, operation, outcome, from, dialog }: TraceLine): Triable[] {
  if (dialog !== undefined) return [toTriable.dialog(dialog)];
  if (row !== undefined) return [toTriable.row(row)];
  if (operation !== undefined)
    return outcome === "answered" && from !== undefined ? [toTriable.call(operation, from)] : [];
  return screen === undefined ? [] : [toTriable.screen(screen)];
}

/** What the server says it has gone by. */
export function toServerTried(one: ServerTried): Triable {
  if ("rule" in one) return toTriable.rule(one.rule, one.holds);
  return "words" in one ? toTriable.message(one.words) : toTriable.move({ of: one.move, from: one.from, to: one.to });
}

/** How much of each kind was tried: `[kind, tried, all]`. */
export function countKinds(all: readonly Triable[], tried: ReadonlySet<Triable>): [string, number, number][] {
  const kinds = [...new Set(all.map(toKind))];
  return kinds.map((kind) => {
    const own = all.filter((one) => toKind(one) === kind);
    return [kind, own.filter((one) => tried.has(one)).length, own.length];
  });
}

const toKind = (one: Triable): string => one.split(" ", 1)[0]!;
