import type { Manifest } from "#engine/api/config.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toFinishedDocuments } from "#engine/documents/finish.ts";
import { toKey, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { toFormModel, type FormModel } from "#engine/form/form-model.ts";
import { toFindLivePhoto } from "#engine/form/live-photos.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/form/section-schemas.ts";
import type { OrganisationContent } from "../release.ts";
import { toBundles, type Bundle } from "./bundles.ts";
import { readFacts, toPublic } from "./document-facts.ts";
import { toDocumentsByKind, type DocumentsByKind } from "./documents-by-kind.ts";
import type { ServedContent } from "./served-content.ts";

/** What compiling needs from outside: validators as ES modules, one per section schema. */
export interface ReleaseTools {
  metas: MetaSchemas;
  compileValidator(schema: SectionSchema): Promise<string>;
}

/** An organisation's part of a release, but for the release's id: that is made of all parts. */
export interface OrganisationPart extends OrganisationContent {
  toManifest(locale: string): Omit<Manifest, "release">;
}

const serverOnly: ReadonlySet<KindName> = new Set(["messages", "migration"]);

/** Whether a document stays on the server. */
export const isServerOnly = ({ kind }: AnyDocument): boolean => serverOnly.has(kind);

/** Finishes the documents of one organisation and serves what a browser may see of them. */
export async function compileOrganisation(
  sources: readonly SourceDocument[],
  organisation: DocumentOf<"organisation">,
  served: ServedContent,
  tools: ReleaseTools,
): Promise<OrganisationPart> {
  const documents = toDocumentsByKind(toFinishedDocuments(sources, organisation));
  const models = toModels(documents);
  const urls = serveDocuments(documents, served, tools.metas);
  const validators = await serveValidators(models, served, tools);
  const rules = documents.list("rules").flatMap((document) => Object.entries(document.rules));
  const orgId = organisation.id;
  const name = organisation.displayName ?? organisation.name;
  return {
    orgId,
    organisation: documents.get("organisation", orgId) ?? organisation,
    rules: Object.fromEntries(rules.map(([rule, { expr }]) => [rule, expr])),
    get: documents.get,
    list: documents.list,
    formModel: (formId) => models.get(formId),
    findLivePhoto: toFindLivePhoto(tools.metas),
    toManifest: (locale) => ({
      locale,
      validators,
      organisation: { orgId, name, default: organisation.default === true },
      documents: Object.fromEntries(
        Object.entries(urls).filter(([key]) => !key.startsWith("locale/") || key === toKey("locale", locale)),
      ),
    }),
  };
}

function toModels(documents: DocumentsByKind): ReadonlyMap<string, FormModel> {
  const findForm = (id: string) => documents.get("form", id);
  return new Map(documents.list("form").map((form) => [form.id, toFormModel(form, findForm)]));
}

/** → the address of each document and bundle, by its key. */
function serveDocuments({ all }: DocumentsByKind, served: ServedContent, metas: MetaSchemas): Record<string, string> {
  const shown = all.filter((document) => !isServerOnly(document)).map(toPublic);
  const urls: Record<string, string> = {};
  for (const document of shown) {
    const { text, hash } = readFacts(metas, document);
    urls[toKey(document.kind, document.id)] = served.put("d", hash, text, "json");
  }
  for (const [key, bundle] of toBundles(shown, metas)) urls[key] = served.add("d", toText(bundle, metas), "json");
  return urls;
}

function toText({ documents, words }: Bundle, metas: MetaSchemas): string {
  const members = Object.entries(documents).map(
    ([key, document]) => `${JSON.stringify(key)}:${readFacts(metas, document).text}`,
  );
  return `{"documents":{${members.join(",")}},"words":${JSON.stringify(words)}}`;
}

/** → the address of each section's validator, by "form#section". */
async function serveValidators(
  models: ReadonlyMap<string, FormModel>,
  served: ServedContent,
  { compileValidator }: ReleaseTools,
): Promise<Record<string, string>> {
  const urls: Record<string, string> = {};
  for (const [formId, model] of models) {
    for (const { id, schema } of toSectionSchemas(model))
      urls[`${formId}#${id}`] = served.add("v", await compileValidator(schema), "js");
  }
  return urls;
}
