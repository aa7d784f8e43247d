import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { followPath, getPropertyType, keysOf } from "#engine/core/base/value-type.ts";
import { oncePerObject } from "#engine/core/base/once.ts";
import { type Step, type Steps, toStepTable } from "#engine/core/definitions/steps.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { below, check, elsewhere, type Check, type Finding } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { definitions, listReferences, listSlots, repeatedIndexes, type PlacedStep } from "./support/places.ts";
import { validateValue } from "./support/schema-validation.ts";
import { isFormOfVerification } from "./support/scopes.ts";
import {
  listAllBlocks,
  listBlocks,
  pathsOf,
  stepsOfScreen,
  toDeclaredSchema,
  type PlacedBlock,
  type ScreenBlock,
} from "./support/screens.ts";
import { findMisfits, isRead, scopesAt } from "./support/sites.ts";
import { didYouMean } from "./support/suggestion.ts";

const screens = definitions("screen");

const maxDepth = 3;

/** Actions that go to another screen or page. */
const exits = ["navigate", "openLink", "redirect", "signOut"];
/** Actions that a need which is not met may take. A flow can go on. */
const needExits = [...exits, "run"];

/** Steps of a screen that name a dialog or a form of the screen. */
const blockNames = (set: DefinitionSet, actions: readonly string[], block: string) =>
  set.ofKind("screen").flatMap((screen) => {
    const ids = listBlocks(screen).flatMap((placed) => (placed.block.block === block ? [placed.block.id] : []));
    return stepsOfScreen(set, screen).flatMap(({ source, pointer, step }) =>
      actions.flatMap((action) => {
        const id = step[action];
        if (typeof id !== "string") return [];
        return [{ source, pointer: `${pointer}/${action}`, screen: screen.document.id, block, id, ids }];
      }),
    );
  });

const unknownBlock = (place: ReturnType<typeof blockNames>[number]): string | undefined => {
  const { screen, block, id, ids } = place;
  if (ids.includes(id)) return undefined;
  return `The screen ${screen} has no ${block} "${id}"${didYouMean(id, ids)}`;
};

// A block that no override changes is the same in every set, so it is searched once.
const duplicateItems = oncePerObject(({ block: { body: _body, on: _on, ...own } }: PlacedBlock): readonly Finding[] => [
  ...listDuplicates(own, ""),
]);

function* listDuplicates(value: unknown, pointer: string): Generator<Finding> {
  if (Array.isArray(value)) {
    const ids = value.map((one: unknown) => (isMap(one) && typeof one["id"] === "string" ? one["id"] : undefined));
    for (const [index, id] of ids.entries())
      if (id !== undefined && ids.indexOf(id) < index)
        yield below(`${pointer}/${index}/id`, `This list already has "${id}"`);
  } else if (isMap(value)) {
    for (const [key, child] of Object.entries(value)) yield* listDuplicates(child, `${pointer}/${toPointerStep(key)}`);
  }
}

/** The events that a block can raise, each with the property that must be present. */
const eventsOf = (set: DefinitionSet, { block }: PlacedBlock) =>
  Object.entries((set.definition(`block-${block.block}`)["x-offers"] ?? {}) as Record<string, true | string>);
const isPresent = (block: unknown, path: true | string): boolean =>
  path === true || getAt(block, `/${path.replaceAll(".", "/")}`) !== undefined;

/** The ids of a block's own actions, each an event of the block, and their place. */
function actionsOf(set: DefinitionSet, { block }: PlacedBlock): { at: string; ids: string[] } {
  const path = set.definition(`block-${block.block}`)["x-offers-in"];
  if (typeof path !== "string") return { at: "", ids: [] };
  const at = `/${path.replaceAll(".", "/")}`;
  const found = getAt(block, at);
  return { at, ids: Array.isArray(found) ? found.map((one) => (isMap(one) ? String(one["id"]) : "")) : [] };
}

function findEventsWithoutSteps(set: DefinitionSet, { block, placed }: ScreenBlock): Finding[] {
  const events = eventsOf(set, placed).flatMap(([event, by]) => {
    if (!isPresent(block, by) || block.on?.[event] !== undefined) return [];
    const at = by === true ? "" : `/${by.replaceAll(".", "/")}`;
    return [below(at, `Nothing happens then; write the steps under on.${event}`)];
  });
  const { at, ids } = actionsOf(set, placed);
  const actions = ids.flatMap((id, index) => {
    if (block.on?.[id] !== undefined) return [];
    const near = didYouMean(id, Object.keys(block.on ?? {}));
    return [below(`${at}/${index}/id`, `Nothing happens then; write the steps under on.${id}${near}`)];
  });
  return [...events, ...actions];
}

function findStepsWithoutEvent(set: DefinitionSet, { source, block, placed }: ScreenBlock): Finding[] {
  const events = new Map(eventsOf(set, placed));
  const { at, ids } = actionsOf(set, placed);
  return Object.keys(block.on ?? {}).flatMap((event) => {
    const by = events.get(event);
    const isRaised = by === undefined ? at === "" || event === "press" || ids.includes(event) : isPresent(block, by);
    if (isRaised || (event === "submit" && isSubmitted(set, source, block.id))) return [];
    return [below(`/on/${event}`, `Nothing on this block raises "${event}"`)];
  });
}

const isSubmitted = (set: DefinitionSet, screen: ScreenBlock["source"], id: string): boolean =>
  stepsOfScreen(set, screen).some(({ step }) => step["submit"] === id);

function leavesAlways(steps: Steps): boolean {
  const { rows, otherwise } = toStepTable(steps);
  return [...rows.map((row) => row.do), otherwise].every((list) => [list].flat().some(leaves));
}

function leaves(step: Step): boolean {
  if (needExits.some((exit) => exit in step)) return true;
  const next = step["then"];
  return typeof next === "object" && next !== null && leavesAlways(next as Steps);
}

const isExit = ({ step }: PlacedStep): boolean => exits.some((exit) => exit in step);

const declaredParts = ["params", "query", "state", "view"] as const;

/** Faults of the blocks of a screen. */
const blockChecks: readonly Check[] = [
  check({
    code: "screen/unknown-block",
    why: "The screen has no such block, so the one that names it would not work",
    at: (set) => listReferences(set, "block"),
    test: ({ source, value }) => {
      const ids = source.document.kind === "screen" ? listBlocks(source).map(({ block }) => block.id) : [];
      if (ids.includes(String(value))) return undefined;
      return `This screen has no block "${String(value)}"${didYouMean(String(value), ids)}`;
    },
  }),
  check({
    code: "screen/unknown-dialog",
    why: "The screen has no such dialog to open or close",
    at: (set) => blockNames(set, ["open", "close"], "dialog"),
    test: unknownBlock,
  }),
  check({
    code: "screen/unknown-form",
    why: "The screen has no such form to submit",
    at: (set) => blockNames(set, ["submit"], "form"),
    test: unknownBlock,
  }),
  check({
    code: "screen/duplicate-block",
    why: "An override finds a block by its id",
    at: screens,
    test: ({ source }) => {
      const blocks = listBlocks(source);
      return repeatedIndexes(blocks.map(({ block }) => block.id)).map((index) => {
        const { block, pointer } = blocks[index]!;
        return below(`${pointer}/id`, `Two blocks of this screen have the id "${block.id}"`);
      });
    },
  }),
  check({
    code: "screen/too-deep",
    why: "A screen that is built like HTML cannot be kept accessible on every device",
    at: listAllBlocks,
    test: ({ depth }) =>
      depth > maxDepth ? `Blocks are nested at most ${maxDepth} deep: use a block for this purpose` : undefined,
  }),
  check({
    code: "screen/duplicate-item",
    why: "Events and overrides find a row, fact or action by its id",
    at: listAllBlocks,
    test: ({ placed }) => duplicateItems(placed),
  }),
  check({
    code: "screen/unknown-sort-key",
    why: "The items have no such key, so they would have no order",
    at: (set) => listSlots(set, "itemKey"),
    test: ({ source, pointer, value }, set) => {
      const key = String(value);
      const block = pointer.slice(0, pointer.lastIndexOf("/"));
      const items = scopesAt(set, source, `${block}/item`).flatMap(({ roots }) => roots["item"] ?? []);
      const without = items.find((item) => !getPropertyType(item, key));
      return without && `The items have no "${key}"${didYouMean(key, keysOf(without))}`;
    },
  }),
  check({
    code: "screen/unmatched-filter",
    why: "No item matches the filter, so nothing is shown",
    at: (set) => listSlots(set, "itemFilter"),
    test: ({ source, pointer, value }, set) => {
      const block = pointer.slice(0, pointer.lastIndexOf("/"));
      const items = scopesAt(set, source, `${block}/item`).flatMap(({ roots }) => roots["item"] ?? []);
      return Object.entries(value as Record<string, unknown>).flatMap(([path, wanted]) => {
        const at = `/${toPointerStep(path)}`;
        const found = items.map((item) => followPath(item, path.split(".")));
        const failed = found.find((one) => "failed" in one);
        if (failed) return [below(at, `The items have no "${path}"${didYouMean(path, keysOf(failed.at))}`)];
        const [first] = found.flatMap((one) => ("known" in one ? [one.known] : []));
        if (!first) return [];
        return findMisfits(set, first.schema, source, `${pointer}${at}`, wanted).map((misfit) =>
          elsewhere(misfit.pointer, `"${path}" of the items: ${misfit.message}`),
        );
      });
    },
  }),
  check({
    code: "screen/event-without-steps",
    why: "People press something and nothing happens",
    at: listAllBlocks,
    test: (place, set) => findEventsWithoutSteps(set, place),
  }),
  check({
    code: "screen/steps-without-event",
    why: "Nothing raises the event, so the steps never run",
    at: listAllBlocks,
    test: (place, set) => findStepsWithoutEvent(set, place),
  }),
  check({
    code: "screen/stuck-dialog",
    why: "People cannot close the dialog by hand, and no step closes it",
    at: listAllBlocks,
    test: ({ source, block }, set) => {
      if (block.block !== "dialog" || block["closable"] !== false) return undefined;
      if (stepsOfScreen(set, source).some(({ step }) => step["close"] === block.id)) return undefined;
      return below("/closable", `No step closes the dialog "${block.id}"`);
    },
  }),
];

/** Faults of a screen as a whole: its loads, needs, declared values and ways out. */
const screenLevelChecks: readonly Check[] = [
  check({
    code: "screen/dead-end",
    why: "People could not leave the screen",
    at: screens,
    test: ({ source, document: { id, layout, back, access } }, set) => {
      const hasFrame = layout !== "plain" || (back !== undefined && back !== "none");
      // After signing in, the page itself goes on.
      if (hasFrame || access === "signedOut" || stepsOfScreen(set, source).some(isExit)) return undefined;
      return below("/body", `There is no way out of the screen ${id}: add a menu, a way back or a step`);
    },
  }),
  check({
    code: "screen/need-without-exit",
    why: "People would see an empty page when the need is not met",
    at: screens,
    test: ({ document: { needs = [] } }) =>
      needs.flatMap(({ otherwise }, index) => {
        if (leavesAlways(otherwise)) return [];
        const message =
          "A need that is not met must go on: use navigate, openLink, redirect, run or signOut in every case";
        return [below(`/needs/${index}/otherwise`, message)];
      }),
  }),
  check({
    code: "screen/load-event-never-raised",
    why: "The load never raises this event, so the steps never run",
    at: screens,
    test: ({ document: { load = [] } }) =>
      load.flatMap(({ root, poll, on }, index) => {
        const event = poll ? "failed" : "settled";
        if (on?.[event] === undefined) return [];
        const message = poll
          ? `A load that polls never raises failed: ${root} settles, with failure after an error; use settled`
          : `${root} does not poll, so it never settles: add poll, or read it where the screen does`;
        return [below(`/load/${index}/on/${event}`, message)];
      }),
  }),
  check({
    code: "screen/duplicate-load",
    why: "Only one of the two answers would be kept",
    at: screens,
    test: ({ document: { load = [] } }) =>
      load.flatMap(({ root, when }, index) => {
        const earlier = load.slice(0, index).filter((one) => one.root === root);
        const canBoth = (other: unknown) =>
          when === undefined || other === undefined || JSON.stringify(other) === JSON.stringify(when);
        if (!earlier.some((one) => canBoth(one.when))) return [];
        return [below(`/load/${index}/root`, `This screen already loads ${root}`)];
      }),
  }),
  check({
    code: "screen/wrong-default",
    why: "The declared type refuses the default",
    at: screens,
    test: ({ document }, set) =>
      declaredParts.flatMap((part) =>
        Object.entries(document[part] ?? {}).flatMap(([name, declared]) => {
          if (declared.default === undefined) return [];
          const [fault] = validateValue(set.context.metas, toDeclaredSchema(declared), declared.default);
          return fault ? [below(`/${part}/${toPointerStep(name)}/default`, fault.message)] : [];
        }),
      ),
  }),
];

export const screenChecks: readonly Check[] = [...blockChecks, ...screenLevelChecks];

/** Parameters and query values that the page itself reads. */
const readByPage: readonly string[] = ["orgId", "formId", "txnId", "txId", "sso"];

/** Roots that the frame around a screen reads: the transaction, for the title. */
const readByFrame: readonly string[] = ["transaction"];

/** Returns whether a block draws the form that a value names, which may be that of any verification. */
const drawsAnyForm = (screen: ScreenBlock["source"]): boolean =>
  listBlocks(screen).some(({ block }) => block["form"] !== undefined && typeof block["form"] !== "string");

const namedScreens = (set: DefinitionSet): ReadonlySet<unknown> =>
  new Set(listReferences(set, "screen").map(({ value }) => value));

/** Screens, dialogs, loads and values that nothing uses. */
export const unusedScreenChecks: readonly Check[] = [
  check({
    code: "screen/value-never-set",
    why: "The value begins empty and no step writes it, so expressions read nothing",
    allowable: true,
    unused: true,
    at: screens,
    test: ({ source, document: { id, view = {} } }, set) => {
      const written = stepsOfScreen(set, source).flatMap(({ step }) => Object.keys((step["set"] ?? {}) as object));
      return Object.entries(view)
        .filter(([name, { default: start }]) => start === undefined && !written.includes(`view.${name}`))
        .map(([name]) =>
          below(`/view/${toPointerStep(name)}`, `No step on the screen ${id} sets view.${name}, and it has no default`),
        );
    },
  }),
  check({
    code: "screen/unused-load",
    why: "Nothing reads the root, so the page loads it in vain",
    allowable: true,
    unused: true,
    removable: true,
    at: screens,
    test: ({ source, document: { id, load = [] } }, set) => {
      const own = (where: string) =>
        where === `the screen ${id}` || (drawsAnyForm(source) && isFormOfVerification(where));
      return load.flatMap(({ root }, index) =>
        readByFrame.includes(root) || isRead(set, root, own)
          ? []
          : [below(`/load/${index}`, `Nothing on the screen ${id} reads ${root}`)],
      );
    },
  }),
  check({
    code: "screen/unused-value",
    why: "Nothing reads the declared value",
    allowable: true,
    unused: true,
    removable: true,
    at: screens,
    test: ({ document }, set) => {
      const roots = { view: "view", query: "route", state: "route" } as const;
      const isOwn = (where: string) => where === `the screen ${document.id}`;
      return (Object.keys(roots) as (keyof typeof roots)[]).flatMap((part) =>
        Object.keys(document[part] ?? {})
          .filter((name) => part === "view" || !readByPage.includes(name))
          .filter((name) => !isRead(set, `${roots[part]}.${name}`, isOwn))
          .map((name) => {
            const message = `Nothing reads ${roots[part]}.${name} of the screen ${document.id}`;
            return below(`/${part}/${toPointerStep(name)}`, message);
          }),
      );
    },
  }),
  check({
    code: "screen/unreachable",
    why: "No step, menu entry or link leads to the screen",
    allowable: true,
    unused: true,
    at: screens,
    test: ({ document }, set) => {
      // People arrive from outside at these screens.
      const isEntry =
        document.entry === true ||
        document.access !== "signedIn" ||
        pathsOf(document).some((path) => path === "/" || path.includes("/:"));
      if (isEntry || set.once(namedScreens).has(document.id)) return undefined;
      return below("/route", `Nothing leads to the screen ${document.id}`);
    },
  }),
  check({
    code: "screen/unreachable-dialog",
    why: "No step opens the dialog",
    allowable: true,
    unused: true,
    at: listAllBlocks,
    test: ({ source, block }, set) => {
      if (block.block !== "dialog") return undefined;
      const isOpened = stepsOfScreen(set, source).some(({ step }) => step["open"] === block.id);
      return isOpened ? undefined : `Nothing opens the dialog "${block.id}"`;
    },
  }),
];
