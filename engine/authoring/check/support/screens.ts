import { entityComment, type EntityKind, type JsonSchema } from "#engine/core/base/value-type.ts";
import { oncePerObject } from "#engine/core/base/once.ts";
import type { Target } from "#engine/core/definitions/address.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { type Step, type Steps, toStepTable } from "#engine/core/definitions/steps.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { listSteps, type PlacedStep } from "./places.ts";

type Screen = DefinitionOf<"screen">;
type Declared = NonNullable<Screen["query"]>;

/** A block of a screen, its place, and its depth from 1. */
export interface PlacedBlock {
  readonly block: BlockDefinition;
  readonly pointer: string;
  readonly depth: number;
}

/** Every block of a screen, outermost first. */
export const listBlocks = (screen: SourceDefinition): readonly PlacedBlock[] => blocksOf(screen.document);

// Many checks list the blocks of the same few screens.
const blocksOf = oncePerObject((screen: AnyDefinition): readonly PlacedBlock[] =>
  placeBlocks((screen as Screen).body, "/body", 1),
);

function placeBlocks(body: readonly BlockDefinition[], pointer: string, depth: number): PlacedBlock[] {
  return body.flatMap((block, index) => [
    { block, pointer: `${pointer}/${index}`, depth },
    ...(block.body ? placeBlocks(block.body, `${pointer}/${index}/body`, depth + 1) : []),
  ]);
}

/** A block and its screen. */
export interface ScreenBlock extends PlacedBlock {
  readonly source: SourceDefinition;
  readonly placed: PlacedBlock;
}

/** Every block of every screen. */
export const listAllBlocks = (set: DefinitionSet): readonly ScreenBlock[] =>
  set.ofKind("screen").flatMap((source) => listBlocks(source).map((placed) => ({ ...placed, source, placed })));

const stepsByScreen = (set: DefinitionSet): ReadonlyMap<SourceDefinition, readonly PlacedStep[]> => {
  const own = new Map<SourceDefinition, PlacedStep[]>();
  for (const placed of listSteps(set)) own.set(placed.source, [...(own.get(placed.source) ?? []), placed]);
  return new Map(
    set.ofKind("screen").map((screen) => {
      const seen = new Set([screen]);
      for (const source of seen) {
        for (const { step } of own.get(source) ?? []) {
          const flow = typeof step["run"] === "string" ? set.source("flow", step["run"]) : undefined;
          if (flow) seen.add(flow);
        }
      }
      return [screen, [...seen].flatMap((source) => own.get(source) ?? [])];
    }),
  );
};

/** The steps that a screen can take: its own, and those of every flow that they run. */
export const stepsOfScreen = (set: DefinitionSet, screen: SourceDefinition): readonly PlacedStep[] =>
  set.once(stepsByScreen).get(screen) ?? [];

/** A parameter of a path. ":txnId?" is optional. */
export interface PathParameter {
  readonly name: string;
  readonly optional: boolean;
}

/** The parameters of a path, in order. */
export const parametersOf = (path: string): PathParameter[] =>
  [...path.matchAll(/:(\w+)(\??)/g)].map(([, name = "", optional]) => ({ name, optional: optional === "?" }));

/** The paths of a screen. */
export const pathsOf = ({ route }: Screen): string[] => [route].flat();

/** Every parameter of a screen's paths, each once. */
export const parameterNames = (screen: Screen): string[] => [
  ...new Set(pathsOf(screen).flatMap((path) => parametersOf(path).map(({ name }) => name))),
];

/** Parameters that the page takes from the open transaction. */
export const parametersOfTransaction: readonly string[] = ["orgId", "formId", "txnId", "txId"];

const plainTypes: Readonly<Record<string, JsonSchema>> = { object: {}, array: { type: "array", items: {} } };

/** The schema of a declared value of the address, of the state or of `view`. */
export function toDeclaredSchema({ type = "string", enum: choices }: Declared[string]): JsonSchema {
  if (choices) return { enum: choices };
  return plainTypes[type] ?? { type };
}

/** The parameters that the page itself reads, and what they name. */
const addressNames: Readonly<Record<string, EntityKind>> = {
  orgId: "organisation",
  formId: "request",
  txnId: "transaction",
  txId: "transaction",
};

/** The schema of a value of the address, with what it names. */
export const toNamedSchema = (name: string, schema: JsonSchema): JsonSchema => {
  const named = Object.hasOwn(addressNames, name) ? addressNames[name] : undefined;
  return named === undefined || schema["type"] !== "string" ? schema : { ...schema, $comment: entityComment[named] };
};

/** A step that opens a screen, or a notice that does. */
export interface Navigation extends PlacedStep {
  readonly target: Screen;
}

const navigations = (set: DefinitionSet): readonly Navigation[] =>
  [...listSteps(set), ...listNotices(set)].flatMap((placed) => {
    const name = placed.step["navigate"];
    const target = typeof name === "string" ? set.find("screen", name) : undefined;
    return target ? [{ ...placed, target }] : [];
  });

/** The screens that notices open, written as steps. */
const listNotices = (set: DefinitionSet): PlacedStep[] =>
  set.ofKind("messages").flatMap((source) => {
    const { notices = {} } = source.document as { notices?: Record<string, { opens?: Target }> };
    return Object.entries(notices).flatMap(([key, { opens }]) => {
      if (!opens) return [];
      const { screen, ...address } = opens;
      return [{ source, pointer: `/notices/${key}/opens`, step: { navigate: screen, ...address } }];
    });
  });

/** Every step and every notice that opens a screen of the set. */
export const listNavigations = (set: DefinitionSet): readonly Navigation[] => set.once(navigations);

/**
 * A row or a call, as the trace names it: "flow/table/row", "screen/block:event/row", "screen/root:event/row", and
 * "…/then/row" below a call.
 */
export interface TracePlace {
  readonly at: string;
  /** The operation of a call; without it, the place is a row. */
  readonly operation?: string;
}

/** Every row and every call of the definitions, as the trace names them. */
export const listTracePlaces = (set: DefinitionSet): readonly TracePlace[] => set.once(tracePlaces);

const tracePlaces = (set: DefinitionSet): readonly TracePlace[] => [
  ...set
    .ofKind("flow")
    .flatMap(({ document }) =>
      Object.entries((document as DefinitionOf<"flow">).tables).flatMap(([table, steps]) =>
        placesOf(steps, `${document.id}/${table}`),
      ),
    ),
  ...listAllBlocks(set).flatMap(({ source, block }) =>
    Object.entries(block.on ?? {}).flatMap(([event, steps]) =>
      placesOf(steps, `${source.document.id}/${block.id}:${event}`),
    ),
  ),
  ...set
    .ofKind("screen")
    .flatMap(({ document }) =>
      ((document as Screen).load ?? []).flatMap(({ root, on = {} }) =>
        Object.entries(on).flatMap(([event, steps]) => placesOf(steps, `${document.id}/${root}:${event}`)),
      ),
    ),
];

function placesOf(steps: Steps, place: string): TracePlace[] {
  const { rows, otherwise } = toStepTable(steps);
  if (rows.length === 0) return otherwise.flatMap((step) => stepPlaces(step, place, place));
  return [...rows.map(({ id, do: own }) => ({ id, own })), { id: "otherwise", own: otherwise }].flatMap(
    ({ id, own }) => [{ at: `${place}/${id}` }, ...own.flatMap((step) => stepPlaces(step, `${place}/${id}`, place))],
  );
}

function stepPlaces(step: Step, at: string, place: string): TracePlace[] {
  const operation = step["call"];
  return [
    ...(typeof operation === "string" ? [{ at, operation }] : []),
    ...(["then", "failed"] as const).flatMap((next) => {
      const following = step[next];
      return typeof following === "object" ? placesOf(following as Steps, `${place}/${next}`) : [];
    }),
  ];
}
