import { isKind, type DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toDefinitionKey, type AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { listRuleNames } from "#engine/core/rules/visit-expression.ts";
import { readFacts } from "./definition-facts.ts";
import { createReferences } from "./references.ts";

/**
 * Definitions that are fetched together in one request. `features` names the blocks, widgets, actions and operators in
 * them.
 */
export interface Bundle {
  documents: Record<string, AnyDefinition>;
  features: string[];
  /** Earlier builds read this list. A name that they lack makes a page that is still open reload. */
  words: readonly string[];
}

const formerWords = ["block:of-a-newer-build"] as const;

/** The part of a screen that the router needs before any screen is fetched. */
export type RouteEntry = Pick<
  DefinitionOf<"screen">,
  "id" | "route" | "when" | "access" | "title" | "back" | "layout" | "bleed" | "chat" | "query"
>;

/** Kinds that every page reads; the shell bundle contains them. */
const shellKinds = new Set([
  "app",
  "organisation",
  "menu",
  "titles",
  "failures",
  "states",
  "categories",
  "texts",
  "analytics",
  "limits",
  "partners",
  "providers",
]);

/** Kinds with a bundle for each definition. */
const bundledKinds = new Set(["screen", "form", "request", "verification"]);

/**
 * The bundles of one app and organisation: "bundle/shell" (what every page needs, and the routes),
 * "bundle/screen.<id>", "bundle/form.<id>", "bundle/verification.<id>" and "bundle/request.<id>". Each contains a
 * definition and everything that it refers to, so that a screen costs one round trip.
 */
export function toBundles(documents: readonly AnyDefinition[], metas: MetaSchemas): [key: string, bundle: Bundle][] {
  const { close, find: findByRef, findRuleHome } = createReferences(documents, metas);
  const toBundle = (members: readonly AnyDefinition[]): Bundle => ({
    documents: Object.fromEntries(members.map((document) => [toDefinitionKey(document.kind, document.id), document])),
    features: [...new Set(members.flatMap((document) => readFacts(metas, document).features))].sort(),
    words: formerWords,
  });

  const shared = close(documents.filter((document) => shellKinds.has(document.kind)));
  const languages = documents
    .filter((document) => isKind(document, "locale"))
    .map(({ id, name, direction }) => ({ id, name, direction }));
  const screens = documents.filter((document) => isKind(document, "screen"));
  const routes: AnyDefinition = {
    kind: "titles",
    id: "routes",
    languages,
    routes: screens.map(toRoute),
  };
  const routeRules = screens
    .flatMap((screen) => listRuleNames(screen.when))
    .flatMap((name) => findRuleHome(name) ?? []);
  const shell = close([...shared, ...routeRules]);
  const inShell = new Set(shell);
  const bundles: [string, Bundle][] = [
    ["bundle/shell", { ...toBundle(shell), documents: { ...toBundle(shell).documents, "routes/routes": routes } }],
  ];
  for (const document of documents) {
    if (!bundledKinds.has(document.kind)) continue;
    const members = close(
      isKind(document, "verification") ? [document, ...findByRef("form", String(document.form))] : [document],
    );
    const extra = documents.filter(
      ({ kind }) =>
        (kind === "validation" && members.some((member) => member.kind === "form")) ||
        // The price is shown before the start.
        (kind === "prices" && isKind(document, "request") && document.payment !== "none"),
    );
    bundles.push([
      `bundle/${document.kind}.${document.id}`,
      toBundle([...members, ...extra].filter((member) => !inShell.has(member))),
    ]);
  }
  return bundles;
}

function toRoute(screen: DefinitionOf<"screen">): RouteEntry {
  const { id, route, when, access, title, back, layout, bleed, chat, query } = screen;
  return { id, route, when, access, title, back, layout, bleed, chat, query };
}
