import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { DerivedForm } from "#engine/form/derive.ts";
import type { FieldModel, FormModel } from "#engine/form/form-model.ts";
import { isTrue, type Scope } from "#engine/rules/evaluate.ts";
import { explain, isWorkedOut } from "./explain.ts";
import { findRoot, walkFibers, type Fiber } from "./fibers.ts";
import type { Outlined, Reason } from "./wire.ts";

/** A part of the page, and where React has drawn it. */
export type Found = Outlined & { fiber?: Fiber };

interface BlockList {
  body: readonly BlockDocument[];
  scope: { scope: Scope };
}
/** A form on the page, with what it keeps of what is typed. */
export interface Host {
  store: {
    model: FormModel;
    derived(): DerivedForm;
    isTyped(pointer: string): boolean;
    value(pointer: string): unknown;
    type(pointer: string, value: unknown): void;
  };
}

const screenOf = (): string => document.querySelector("[data-screen]")?.getAttribute("data-screen") ?? "";

/** Everything that the screen's document and the forms on it may show, in the order in which it stands. */
export function listParts(): { screen: string; parts: Found[] } {
  const screen = screenOf();
  return { screen, parts: withOwnKeys([...collect(findRoot(document.getElementById("root")) ?? null, 0, screen)]) };
}

/** The forms that can be typed into. */
export const listHosts = (): Host[] =>
  [...walkFibers(findRoot(document.getElementById("root")) ?? null)].flatMap((fiber) => toHost(fiber) ?? []);

function* collect(first: Fiber | null, depth: number, screen: string): Generator<Found> {
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const list = toBlocks(fiber);
    const host = toHost(fiber);
    if (host) for (const field of host.store.model.fields) yield toFieldPart(field, host, depth, fiber);
    for (const block of list?.body ?? []) {
      const part = toBlockPart(block, list!.scope.scope, screen, depth, fiber);
      yield part;
      yield* collect(part.fiber?.child ?? null, depth + 1, screen);
    }
    if (!list) yield* collect(fiber.child, depth, screen);
  }
}

/** What is drawn once for each item of a list is told apart by its number. */
function withOwnKeys(parts: readonly Found[]): Found[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const count = (seen.get(part.key) ?? 0) + 1;
    seen.set(part.key, count);
    return count === 1 ? part : { ...part, key: `${part.key} ${count}` };
  });
}

function toBlocks({ memoizedProps: props }: Fiber): BlockList | undefined {
  const { body, scope, raise } = props ?? {};
  return Array.isArray(body) && typeof raise === "function" && isScoped(scope)
    ? (props as unknown as BlockList)
    : undefined;
}

function toHost({ memoizedProps: props }: Fiber): Host | undefined {
  const { store, sections, widgets } = props ?? {};
  return store && sections && widgets && (store as Partial<Host["store"]>).model
    ? (props as unknown as Host)
    : undefined;
}

const isScoped = (scope: unknown): scope is BlockList["scope"] =>
  typeof scope === "object" && scope !== null && "scope" in scope;

const drawn = new Set(["id", "block", "on", "body"]);

function toBlockPart(block: BlockDocument, scope: Scope, screen: string, depth: number, list: Fiber): Found {
  const reasons: Reason[] = block.when === undefined ? [] : [explain("when", block.when, scope, "rule")];
  for (const [part, value] of Object.entries(block))
    if (!drawn.has(part) && part !== "when" && isExpression(value)) reasons.push(explain(part, value, scope, "value"));
  return {
    key: `block ${block.id}`,
    document: `screens/${screen}`,
    name: block.id,
    drawnBy: block.block,
    depth,
    shown: isTrue(block.when, scope),
    reasons,
    fiber: findBelow(list, ({ memoizedProps }) => memoizedProps?.["document"] === block),
  };
}

/** One expression, not a text or a list that holds some. */
const isExpression = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 1 && isWorkedOut(value);

function toFieldPart(model: FieldModel, { store }: Host, depth: number, host: Fiber): Found {
  const { pointer, field, base, when } = model;
  const derived = store.derived();
  const state = derived.fields[pointer];
  const scope = derived.scopeAt(base);
  const reasons = when.map(({ rule, base: at }) => explain("when", rule, derived.scopeAt(at), "rule"));
  for (const part of ["require", "readOnly"] as const)
    if (field[part] !== undefined) reasons.push(explain(part, field[part], scope, "rule"));
  if (field.value !== undefined) reasons.push(explain("value", field.value, scope, "value"));
  return {
    key: `field ${pointer}`,
    document: `forms/${store.model.id}`,
    name: pointer,
    drawnBy: field.widget,
    depth,
    shown: state?.visible === true,
    reasons,
    fiber: findBelow(host, ({ memoizedProps: props }) => props?.["pointer"] === pointer && "children" in props),
  };
}

function findBelow(top: Fiber, fits: (fiber: Fiber) => boolean): Fiber | undefined {
  for (const fiber of walkFibers(top.child)) if (fits(fiber)) return fiber;
  return undefined;
}
