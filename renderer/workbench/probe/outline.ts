import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { DerivedForm } from "#engine/core/form/derive.ts";
import type { FieldModel, FormModel } from "#engine/core/form/form-model.ts";
import { findPage } from "#engine/core/form/pages.ts";
import { isTrue, type Scope } from "#engine/core/rules/evaluate.ts";
import { explain, isComputed } from "./explain.ts";
import { findRoot, walkFibers, type Fiber } from "./fibers.ts";
import type { OutlinePart, Reason } from "./protocol.ts";

/** A part of the page and the fiber that drew it. */
export type LocatedPart = OutlinePart & { fiber?: Fiber };

interface BlockList {
  body: readonly BlockDefinition[];
  scope: { scope: Scope };
}
/** A form on the page with its store. */
export interface FormHandle {
  store: {
    model: FormModel;
    derived(): DerivedForm;
    isTyped(pointer: string): boolean;
    value(pointer: string): unknown;
    type(pointer: string, value: unknown): void;
  };
}

const readScreenId = (): string => document.querySelector("[data-screen]")?.getAttribute("data-screen") ?? "";

/** All parts of the screen's definition and of its forms, in order. */
export function listParts(): { screen: string; parts: LocatedPart[] } {
  const screen = readScreenId();
  return { screen, parts: withUniqueKeys([...collect(findRoot(document.getElementById("root")) ?? null, 0, screen)]) };
}

/** The forms on the page. */
export const listForms = (): FormHandle[] =>
  [...walkFibers(findRoot(document.getElementById("root")) ?? null)].flatMap((fiber) => toFormHandle(fiber) ?? []);

function* collect(first: Fiber | null, depth: number, screen: string): Generator<LocatedPart> {
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const list = toBlockList(fiber);
    const form = toFormHandle(fiber);
    if (form) for (const field of form.store.model.fields) yield toFieldPart(field, form, depth, fiber);
    for (const block of list?.body ?? []) {
      const part = toBlockPart(block, list!.scope.scope, screen, depth, fiber);
      yield part;
      yield* collect(part.fiber?.child ?? null, depth + 1, screen);
    }
    if (!list) yield* collect(fiber.child, depth, screen);
  }
}

/** Numbers the keys of parts that are drawn once per list item. */
function withUniqueKeys(parts: readonly LocatedPart[]): LocatedPart[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const count = (seen.get(part.key) ?? 0) + 1;
    seen.set(part.key, count);
    return count === 1 ? part : { ...part, key: `${part.key} ${count}` };
  });
}

function toBlockList({ memoizedProps: props }: Fiber): BlockList | undefined {
  const { body, scope, raise } = props ?? {};
  return Array.isArray(body) && typeof raise === "function" && isScoped(scope)
    ? (props as unknown as BlockList)
    : undefined;
}

function toFormHandle({ memoizedProps: props }: Fiber): FormHandle | undefined {
  const { store, sections, widgets } = props ?? {};
  return store && sections && widgets && (store as Partial<FormHandle["store"]>).model
    ? (props as unknown as FormHandle)
    : undefined;
}

const isScoped = (scope: unknown): scope is BlockList["scope"] =>
  typeof scope === "object" && scope !== null && "scope" in scope;

const ignoredKeys = new Set(["id", "block", "on", "body"]);

function toBlockPart(block: BlockDefinition, scope: Scope, screen: string, depth: number, list: Fiber): LocatedPart {
  const reasons: Reason[] = block.when === undefined ? [] : [explain("when", block.when, scope, "rule")];
  for (const [part, value] of Object.entries(block))
    if (!ignoredKeys.has(part) && part !== "when" && isExpression(value))
      reasons.push(explain(part, value, scope, "value"));
  return {
    key: `block ${block.id}`,
    document: `screens/${screen}`,
    name: block.id,
    drawnBy: block.block,
    depth,
    isShown: isTrue(block.when, scope),
    reasons,
    fiber: findDescendant(list, ({ memoizedProps }) => memoizedProps?.["document"] === block),
  };
}

/** Returns whether a value is a single expression, not a text or a list that contains some. */
const isExpression = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 1 && isComputed(value);

function toFieldPart(model: FieldModel, { store }: FormHandle, depth: number, form: Fiber): LocatedPart {
  const { pointer, field, base, when } = model;
  const derived = store.derived();
  const state = derived.fields[pointer];
  const scope = derived.scopeAt(base);
  const reasons = when.map(({ rule, base: at }) => explain("when", rule, derived.scopeAt(at), "rule"));
  for (const part of ["require", "readOnly"] as const)
    if (field[part] !== undefined) reasons.push(explain(part, field[part], scope, "rule"));
  if (field.value !== undefined) reasons.push(explain("value", field.value, scope, "value"));
  const fiber = findDescendant(form, ({ memoizedProps }) => memoizedProps?.["pointer"] === pointer);
  const page = findPage(store.model, pointer);
  // A page that is not open draws nothing.
  if (page && !fiber) reasons.push({ part: "page", expression: page.id, outcome: "not open", reads: [], rules: [] });
  return {
    key: `field ${pointer}`,
    document: `forms/${store.model.id}`,
    name: pointer,
    drawnBy: field.widget,
    depth,
    isShown: state?.visible === true && (!page || fiber !== undefined),
    reasons,
    fiber,
  };
}

function findDescendant(top: Fiber, matches: (fiber: Fiber) => boolean): Fiber | undefined {
  for (const fiber of walkFibers(top.child)) if (matches(fiber)) return fiber;
  return undefined;
}
