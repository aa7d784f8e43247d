import { anything, elementOf, follow, present, type JsonSchema, type Known } from "#engine/base/known.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { Steps } from "#engine/documents/steps.ts";
import type { Expr } from "#engine/rules/expression.ts";
import { findRoot, type RootName } from "#engine/scope/index.ts";
import { extend, type Environment } from "./environment.ts";
import { typeExpression } from "./typed.ts";
import { parametersOf, pathsOf, toDeclaredSchema, toNamed } from "./routes.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";
import { failureRoot, knownRoot, pageRoots, toMap } from "./worlds.ts";

type Screen = DocumentOf<"screen">;
type Declared = NonNullable<Screen["view"]>;

/** Follows what a screen does; the walk over flows and forms gives it these two. */
export interface Followers {
  steps(source: SourceDocument, pointer: string, steps: Steps | undefined, env: Environment): void;
  /** → what the form's data are known to be. */
  form(id: string | undefined, env: Environment): Known;
  region(source: SourceDocument, pointer: string, env: Environment): void;
}

/** The worlds of a screen, its loads, its blocks and their events. */
export function followScreen(set: DocumentSet, source: SourceDocument, on: Followers): void {
  const screen = source.document as Screen;
  const where = `the screen ${screen.id}`;
  const address: Environment = { roots: { ...pageRoots(), route: present(toRoute(screen, false)) }, where };
  const world = extend(address, {
    route: present(toRoute(screen, true)),
    view: present(toView(screen.view ?? {})),
    ...toLoads(screen, false),
  });
  const loading = extend(world, toLoads(screen, true));
  on.region(source, "", world);
  on.region(source, "/when", address);
  (screen.load ?? []).forEach((load, index) => {
    const at = `/load/${index}`;
    on.region(source, at, loading);
    on.steps(source, `${at}/on/failed`, load.on?.failed, extend(loading, { failure: failureRoot() }));
    const ended = { failure: { ...failureRoot(), absent: true } };
    on.steps(source, `${at}/on/settled`, load.on?.settled, extend(loading, ended));
  });
  (screen.needs ?? []).forEach((need, index) => on.steps(source, `/needs/${index}/otherwise`, need.otherwise, world));
  on.steps(source, "/on/enter", screen.on?.enter, world);
  screen.body.forEach((block, index) => followBlock(set, source, block, `/body/${index}`, world, on));
}

/** What a screen loads; what is loaded on a condition, or is still under way, may be missing. */
function toLoads(screen: Screen, underWay: boolean): Record<string, Known> {
  const loads = (screen.load ?? []).filter(({ root }) => findRoot(root));
  return Object.fromEntries(
    loads.map(({ root, when, optional }) => {
      const known = knownRoot(root as RootName);
      return [root, { ...known, absent: underWay || when !== undefined || optional === true }];
    }),
  );
}

function toView(declared: Declared): JsonSchema {
  const properties = Object.fromEntries(Object.entries(declared).map(([name, type]) => [name, toDeclaredSchema(type)]));
  return toMap(properties, started(declared));
}

/** Names of what has a beginning, and so is always there. */
const started = (declared: Declared): string[] =>
  Object.entries(declared).flatMap(([name, { default: start }]) => (start === undefined ? [] : [name]));

/** The parameters of the path, the query and, once the screen is there, its navigation state. */
function toRoute(screen: Screen, entered: boolean): JsonSchema {
  const text = { type: "string" };
  const params = pathsOf(screen).map(parametersOf);
  const always = params.flatMap((list) => list.filter(({ optional }) => !optional).map(({ name }) => name));
  const required = always.filter((name) => params.every((list) => list.some((one) => one.name === name)));
  const declared = { ...screen.params, ...screen.query, ...(entered ? screen.state : {}) };
  return toMap(
    {
      // Without a parameter they are all that there are.
      path: params.flat().length > 0 ? text : { enum: pathsOf(screen) },
      ...Object.fromEntries(params.flat().map(({ name }) => [name, toNamed(name, text)])),
      ...Object.fromEntries(
        Object.entries(declared).map(([name, type]) => [name, toNamed(name, toDeclaredSchema(type))]),
      ),
    },
    ["path", ...required, ...started(declared)],
  );
}

interface Items {
  list: string;
  inside?: string;
  props: readonly string[];
}

function followBlock(
  set: DocumentSet,
  source: SourceDocument,
  block: BlockDocument,
  pointer: string,
  env: Environment,
  on: Followers,
): void {
  const definition = set.definition(`block-${block.block}`);
  const items = definition["x-item"] as Items | undefined;
  const brings = (definition["x-brings"] ?? {}) as Record<string, readonly string[]>;
  const item = items ? toItem(block, items, env, set) : anything;
  for (const prop of items?.props ?? []) on.region(source, `${pointer}/${prop}`, extend(env, { item }));
  const isForm = Object.values(brings).some((names) => names.includes("data"));
  const data = isForm ? on.form(typeof block["form"] === "string" ? block["form"] : undefined, env) : anything;
  const brought: Record<string, Known> = { item, data, result: { schema: captchaResult, absent: false } };
  for (const [event, steps] of Object.entries(block.on ?? {})) {
    const more = Object.fromEntries((brings[event] ?? []).map((name) => [name, brought[name] ?? anything]));
    on.steps(source, `${pointer}/on/${event}`, steps, extend(env, more));
  }
  const body = block.body ?? [];
  body.forEach((child, index) => followBlock(set, source, child, `${pointer}/body/${index}`, env, on));
}

const captchaResult = toMap({ captchaId: { type: "string" } });

/** One element of the list that a block shows; anything where the list cannot be told. */
function toItem(block: BlockDocument, { list, inside }: Items, env: Environment, set: DocumentSet): Known {
  const { known } = typeExpression(block[list] as Expr, env, set.rules);
  const element = elementOf(known);
  if (!element || inside === undefined) return element ?? anything;
  const inner = follow(element, [inside]);
  return ("known" in inner ? elementOf(inner.known) : undefined) ?? anything;
}
