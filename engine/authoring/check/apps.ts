import { findSignInOf } from "#engine/contract/all-operations.ts";
import { findAppAt, findAppOf, type AppDefinition } from "#engine/core/definitions/app.ts";
import { findRoot } from "#engine/core/scope/index.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet, SourceDefinition } from "./support/definition-set.ts";
import { definitions, type PlacedDefinition, type PlacedValue } from "./support/places.ts";
import { pathsOf } from "./support/screens.ts";

const apps = definitions("app");
const screens = definitions("screen");

const listApps = (set: DefinitionSet): AppDefinition[] => apps(set).map(({ document }) => document);

/** A reference of an app: from one of its screens or its menu, or from what these refer to. */
interface AppReference extends PlacedValue {
  readonly app: AppDefinition;
  readonly kind: string;
  readonly name: string;
}

/** Kinds of definitions that apps share: a reference to them is followed. */
const sharedKinds = ["flow", "form", "options"] as const;

function listReferencesOfApps(set: DefinitionSet): readonly AppReference[] {
  return apps(set).flatMap((placed) => listReferencesOf(set, placed));
}

function listReferencesOf(set: DefinitionSet, { source, document: app }: PlacedDefinition<"app">): AppReference[] {
  const own = screens(set).filter(({ document }) => findAppOf(listApps(set), document)?.id === app.id);
  const menu = set.source("menu", app.menu);
  const seen = new Set<SourceDefinition>([source, ...own.map((screen) => screen.source), ...(menu ? [menu] : [])]);
  const found: AppReference[] = [];
  for (const one of seen)
    for (const { ref, pointer, value } of set.found(one)) {
      if (ref === undefined) continue;
      const name = String(value);
      found.push({ source: one, pointer, value, app, kind: ref, name });
      const next = sharedKinds.find((kind) => kind === ref);
      const followed = next && set.source(next, name);
      if (followed) seen.add(followed);
    }
  return found;
}

const referencesOfApps =
  (kind: string) =>
  (set: DefinitionSet): readonly AppReference[] =>
    set.once(listReferencesOfApps).filter((reference) => reference.kind === kind);

/** Faults of apps, and of what crosses from one to another. */
export const appDefinitionChecks: readonly Check[] = [
  check({
    code: "app/duplicate-base",
    why: "Only one of the apps would have the addresses",
    at: apps,
    test: ({ document: { id, base } }, set) => {
      const first = listApps(set).find((app) => app.base === base);
      return first && first.id !== id ? [below("/base", `${first.id} already has the base ${base}`)] : undefined;
    },
  }),
  check({
    code: "app/wrong-menu",
    why: "The page would fail there",
    at: apps,
    test: ({ document: { menu } }, set) =>
      set.source("menu", menu) || set.isUnreadable("catalogue", menu)
        ? undefined
        : [below("/menu", `catalogues/${menu} is not a menu`)],
  }),
  check({
    code: "app/missing-sign-in",
    why: "Visitors could not sign in",
    at: apps,
    test: ({ document: { id, base } }, set) => {
      if (set.isUnreadable("screen", "")) return undefined;
      const own = screens(set).filter(({ document }) => findAppOf(listApps(set), document)?.base === base);
      return own.some(({ document }) => document.access === "signedOut")
        ? undefined
        : `The app ${id} has no screen with "access": "signedOut"`;
    },
  }),
  check({
    code: "app/split-screen",
    why: "A screen belongs to one app",
    at: screens,
    test: ({ document }, set) => {
      const all = listApps(set);
      const [first, ...others] = pathsOf(document).map((path) => findAppAt(all, path)?.id);
      const other = others.find((id) => id !== first);
      return other === undefined ? undefined : [below("/route", `The routes are in the apps ${first} and ${other}`)];
    },
  }),
  check({
    code: "app/wrong-folder",
    why: "The folder shows the app of a screen",
    at: screens,
    test: ({ source, document }, set) => {
      const app = findAppOf(listApps(set), document);
      if (!app || source.path === `screens/${app.id}/${document.id}.json`) return undefined;
      return [below("/route", `The route is in the app ${app.id}: the file belongs in screens/${app.id}/`)];
    },
  }),
  check({
    code: "app/foreign-screen",
    why: "A page has the screens of its app only",
    at: referencesOfApps("screen"),
    test: ({ app, name }, set) => {
      const screen = set.find("screen", name);
      const other = screen && findAppOf(listApps(set), screen);
      // Of two apps with one base, the base is the fault.
      return !other || other.base === app.base
        ? undefined
        : `The app ${app.id} reaches this, and the screen ${name} is in the app ${other.id}`;
    },
  }),
  check({
    code: "app/foreign-operation",
    why: "The call would be refused: others sign in there",
    at: referencesOfApps("operation"),
    test: ({ app, name }) => {
      const signIn = findSignInOf(name);
      return signIn === undefined || signIn === app.signIn
        ? undefined
        : `The app ${app.id} reaches this, and ${name} is an operation for ${toPeople(signIn)}`;
    },
  }),
  check({
    code: "app/foreign-root",
    why: "Nothing could fill the root: others sign in there",
    at: referencesOfApps("root"),
    test: ({ app, name }) => {
      const signIn = findRoot(name)?.signIn;
      return signIn === undefined || signIn === app.signIn
        ? undefined
        : `The app ${app.id} reaches this, and ${name} is a root for ${toPeople(signIn)}`;
    },
  }),
];

const people: Readonly<Record<AppDefinition["signIn"], string>> = { candidate: "candidates", staff: "staff" };
const toPeople = (signIn: AppDefinition["signIn"]): string => people[signIn];
