import {
  anyValue,
  followPath,
  getElementType,
  type JsonSchema,
  presentValue,
  type ValueType,
} from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { Steps } from "#engine/core/definitions/steps.ts";
import type { Expr } from "#engine/core/rules/expression.ts";
import { findRoot, type RootName } from "#engine/core/scope/index.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";
import { closedObject, extendScope, failureRoot, knownRoot, pageRoots, type ScopeShape } from "./scopes.ts";
import { parametersOf, pathsOf, toDeclaredSchema, toNamedSchema } from "./screens.ts";
import { typeExpression } from "./typed-expression.ts";

type Screen = DefinitionOf<"screen">;
type Declared = NonNullable<Screen["view"]>;

/** Receives the scopes of a screen, and follows the flows and forms that the screen leads to. */
export interface ScreenVisitor {
  steps(source: SourceDefinition, pointer: string, steps: Steps | undefined, scope: ScopeShape): void;
  /** Returns the shape of the form's data. */
  form(id: string | undefined, scope: ScopeShape): ValueType;
  scope(source: SourceDefinition, pointer: string, scope: ScopeShape): void;
}

/** Visits the scopes of a screen, its loads, its blocks and their events. */
export function followScreen(set: DefinitionSet, source: SourceDefinition, visitor: ScreenVisitor): void {
  const screen = source.document as Screen;
  const where = `the screen ${screen.id}`;
  const address: ScopeShape = { roots: { ...pageRoots(), route: presentValue(toRoute(screen, false)) }, where };
  const scope = extendScope(address, {
    route: presentValue(toRoute(screen, true)),
    view: presentValue(toView(screen.view ?? {})),
    ...toLoads(screen, false),
  });
  const loading = extendScope(scope, toLoads(screen, true));
  visitor.scope(source, "", scope);
  visitor.scope(source, "/when", address);
  (screen.load ?? []).forEach((load, index) => {
    const at = `/load/${index}`;
    visitor.scope(source, at, loading);
    visitor.steps(source, `${at}/on/failed`, load.on?.failed, extendScope(loading, { failure: failureRoot() }));
    const settled = { failure: { ...failureRoot(), canBeAbsent: true } };
    visitor.steps(source, `${at}/on/settled`, load.on?.settled, extendScope(loading, settled));
  });
  (screen.needs ?? []).forEach((need, index) =>
    visitor.steps(source, `/needs/${index}/otherwise`, need.otherwise, scope),
  );
  visitor.steps(source, "/on/enter", screen.on?.enter, scope);
  screen.body.forEach((block, index) => followBlock(set, source, block, `/body/${index}`, scope, visitor));
}

/** The roots that a screen loads. One with a condition, or one that is still loading, may be missing. */
function toLoads(screen: Screen, isLoading: boolean): Record<string, ValueType> {
  const loads = (screen.load ?? []).filter(({ root }) => findRoot(root));
  return Object.fromEntries(
    loads.map(({ root, when, optional }) => {
      const known = knownRoot(root as RootName);
      return [root, { ...known, canBeAbsent: isLoading || when !== undefined || optional === true }];
    }),
  );
}

function toView(declared: Declared): JsonSchema {
  const properties = Object.fromEntries(Object.entries(declared).map(([name, type]) => [name, toDeclaredSchema(type)]));
  return closedObject(properties, withDefault(declared));
}

/** Names of declared values with a default, which are never missing. */
const withDefault = (declared: Declared): string[] =>
  Object.entries(declared).flatMap(([name, { default: start }]) => (start === undefined ? [] : [name]));

/** The parameters of the path, the query and, once the screen is open, its navigation state. */
function toRoute(screen: Screen, isOpen: boolean): JsonSchema {
  const text = { type: "string" };
  const params = pathsOf(screen).map(parametersOf);
  const always = params.flatMap((list) => list.filter(({ optional }) => !optional).map(({ name }) => name));
  const required = always.filter((name) => params.every((list) => list.some((one) => one.name === name)));
  const declared = { ...screen.params, ...screen.query, ...(isOpen ? screen.state : {}) };
  return closedObject(
    {
      // Paths without parameters are the only values of `path`.
      path: params.flat().length > 0 ? text : { enum: pathsOf(screen) },
      // The part after #, which a browser sends to no server.
      fragment: text,
      ...Object.fromEntries(params.flat().map(({ name }) => [name, toNamedSchema(name, text)])),
      ...Object.fromEntries(
        Object.entries(declared).map(([name, type]) => [name, toNamedSchema(name, toDeclaredSchema(type))]),
      ),
    },
    ["path", ...required, ...withDefault(declared)],
  );
}

/** Items of a block by its contract: the list, a list inside each element, and the properties that each item has. */
interface Items {
  list: string;
  inside?: string;
  props: readonly string[];
}

function followBlock(
  set: DefinitionSet,
  source: SourceDefinition,
  block: BlockDefinition,
  pointer: string,
  scope: ScopeShape,
  visitor: ScreenVisitor,
): void {
  const definition = set.definition(`block-${block.block}`);
  const items = definition["x-item"] as Items | undefined;
  const brings = (definition["x-brings"] ?? {}) as Record<string, readonly string[]>;
  const item = items ? toItem(block, items, scope, set) : anyValue;
  for (const prop of items?.props ?? []) visitor.scope(source, `${pointer}/${prop}`, extendScope(scope, { item }));
  const isForm = Object.values(brings).some((names) => names.includes("data"));
  const data = isForm ? visitor.form(typeof block["form"] === "string" ? block["form"] : undefined, scope) : anyValue;
  const brought: Record<string, ValueType> = { item, data, result: { schema: captchaResult, canBeAbsent: false } };
  for (const [event, steps] of Object.entries(block.on ?? {})) {
    const more = Object.fromEntries((brings[event] ?? []).map((name) => [name, brought[name] ?? anyValue]));
    visitor.steps(source, `${pointer}/on/${event}`, steps, extendScope(scope, more));
  }
  const body = block.body ?? [];
  body.forEach((child, index) => followBlock(set, source, child, `${pointer}/body/${index}`, scope, visitor));
}

const captchaResult = closedObject({ captchaId: { type: "string" } });

/** One element of the list that a block shows; anyValue when its shape is unknown. */
function toItem(block: BlockDefinition, { list, inside }: Items, scope: ScopeShape, set: DefinitionSet): ValueType {
  const { known } = typeExpression(block[list] as Expr, scope, set.rules);
  const element = getElementType(known);
  if (!element || inside === undefined) return element ?? anyValue;
  const inner = followPath(element, [inside]);
  return ("known" in inner ? getElementType(inner.known) : undefined) ?? anyValue;
}
