import { findAppOf, type AppDefinition } from "#engine/core/definitions/app.ts";
import { isKind } from "#engine/core/definitions/definition-of.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import type { AnyDefinition, KindName } from "#engine/core/definitions/kinds.ts";
import { createReferences } from "./references.ts";

/** Kinds that belong to an app only by a reference from one of its screens, or from the app itself. */
const ownedKinds: ReadonlySet<KindName> = new Set([
  "app",
  "screen",
  "menu",
  "flow",
  "form",
  "options",
  "rules",
  "articles",
]);

/**
 * The definitions of one app: all but those that only other apps refer to. Its translations lack the sentences of those
 * too, and the languages that it does not have.
 */
export function toAppDocuments(
  documents: readonly AnyDefinition[],
  app: AppDefinition,
  metas: MetaSchemas,
): AnyDefinition[] {
  const apps = documents.filter((document) => isKind(document, "app"));
  if (apps.length === 1) return documents.filter((document) => hasLanguage(app, document));
  const { close } = createReferences(documents, metas);
  const startOf = (document: AnyDefinition): AppDefinition | undefined => {
    if (isKind(document, "screen")) return findAppOf(apps, document);
    return isKind(document, "app") ? document : undefined;
  };
  const foreign = documents.filter((document) => startOf(document) && startOf(document)?.id !== app.id);
  const own = new Set(close(documents.filter((document) => isOwnStart(document, startOf, app))));
  const excluded = new Set(close(foreign).filter((document) => ownedKinds.has(document.kind) && !own.has(document)));
  const included = documents.filter((document) => !excluded.has(document));
  const dropped = listStrings(excluded);
  for (const text of listStrings(included.filter(({ kind }) => kind !== "locale"))) dropped.delete(text);
  return included
    .filter((document) => hasLanguage(app, document))
    .map((document) => (isKind(document, "locale") ? withoutTexts(document, dropped) : document));
}

/** Its screens, the app itself, and everything that data names: the forms of verifications, for example. */
function isOwnStart(
  document: AnyDefinition,
  startOf: (document: AnyDefinition) => AppDefinition | undefined,
  app: AppDefinition,
): boolean {
  const start = startOf(document);
  return start ? start.id === app.id : !ownedKinds.has(document.kind);
}

const hasLanguage = ({ languages }: AppDefinition, document: AnyDefinition): boolean =>
  !isKind(document, "locale") || languages === undefined || languages.includes(document.id);

function withoutTexts<D extends AnyDefinition & { texts: object }>(locale: D, dropped: ReadonlySet<string>): D {
  const texts = Object.entries(locale.texts).filter(([english]) => !dropped.has(english));
  return texts.length === Object.keys(locale.texts).length ? locale : { ...locale, texts: Object.fromEntries(texts) };
}

/** Every string in definitions: the texts among them are the keys of translations. */
function listStrings(documents: Iterable<AnyDefinition>): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  for (const document of documents) collect(document);
  return found;
}
