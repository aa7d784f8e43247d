import { isKind, type DocumentOf } from "#engine/documents/document-of.ts";
import { toKey, type AnyDocument } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { readRules } from "#engine/rules/visit.ts";
import { isCatalogue, readFacts } from "./document-facts.ts";

/** Documents that are needed together, fetched in one request. `words` names the blocks, widgets, actions and operators in them. */
export interface Bundle {
  documents: Record<string, AnyDocument>;
  words: string[];
}

/** The addresses that the router needs before any screen is there. */
export type RouteEntry = Pick<
  DocumentOf<"screen">,
  "id" | "route" | "when" | "access" | "title" | "back" | "layout" | "bleed" | "chat" | "query"
>;

/** Kinds that every page reads: they come with the shell. */
const shellKinds = new Set([
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

/** Kinds whose documents head a bundle of their own. */
const bundledKinds = new Set(["screen", "form", "request", "verification"]);

/**
 * The bundles of one organisation: "bundle/shell" (what every page needs, and the routes), "bundle/screen.<id>",
 * "bundle/form.<id>", "bundle/verification.<id>" and "bundle/request.<id>": a document with everything that it names, so
 * that a screen costs one round trip.
 */
export function toBundles(documents: readonly AnyDocument[], metas: MetaSchemas): [key: string, bundle: Bundle][] {
  const byKey = new Map(documents.map((document) => [toKey(document.kind, document.id), document]));
  const ruleHomes = new Map<string, AnyDocument>();
  for (const document of documents)
    if (isKind(document, "rules")) for (const name of Object.keys(document.rules)) ruleHomes.set(name, document);

  const named = new Map<AnyDocument, AnyDocument[]>();
  /** Documents that one document names: flows, forms, options, catalogues and the rules it asks; never another screen. */
  function namedBy(document: AnyDocument): AnyDocument[] {
    // A verification's form is fetched when the verification is opened, by its own bundle.
    if (document.kind === "verification") return [];
    const { references, rules } = readFacts(metas, document);
    return [
      ...references.flatMap(({ ref, id }) => (ref === "screen" ? [] : findByRef(ref, id))),
      ...rules.flatMap((name) => ruleHomes.get(name) ?? []),
    ];
  }
  function findByRef(ref: string, id: string): AnyDocument[] {
    if (ref === "catalogue" || ref === "article")
      return documents.filter((document) => document.id === id && isCatalogue(document));
    const document = byKey.get(toKey(ref, id));
    return document ? [document] : [];
  }
  function close(roots: readonly AnyDocument[]): AnyDocument[] {
    const closed = new Set(roots);
    for (const document of closed) {
      const others = named.get(document) ?? namedBy(document);
      named.set(document, others);
      for (const other of others) closed.add(other);
    }
    return [...closed];
  }
  const toBundle = (members: readonly AnyDocument[]): Bundle => ({
    documents: Object.fromEntries(members.map((document) => [toKey(document.kind, document.id), document])),
    words: [...new Set(members.flatMap((document) => readFacts(metas, document).words))].sort(),
  });

  const shared = close(documents.filter((document) => shellKinds.has(document.kind)));
  const languages = documents
    .filter((document) => isKind(document, "locale"))
    .map(({ id, name, direction }) => ({ id, name, direction }));
  const screens = documents.filter((document) => isKind(document, "screen"));
  const routes: AnyDocument = {
    kind: "titles",
    id: "routes",
    languages,
    routes: screens.map(toRoute),
  };
  const routeRules = screens.flatMap((screen) => readRules(screen.when)).flatMap((name) => ruleHomes.get(name) ?? []);
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
        // What it costs is told before one begins.
        (kind === "prices" && isKind(document, "request") && document.payment !== "none"),
    );
    bundles.push([
      `bundle/${document.kind}.${document.id}`,
      toBundle([...members, ...extra].filter((member) => !inShell.has(member))),
    ]);
  }
  return bundles;
}

function toRoute(screen: DocumentOf<"screen">): RouteEntry {
  const { id, route, when, access, title, back, layout, bleed, chat, query } = screen;
  return { id, route, when, access, title, back, layout, bleed, chat, query };
}
