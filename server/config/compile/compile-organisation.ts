import type { Manifest } from "#engine/contract/config.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { findAppAt } from "#engine/core/definitions/app.ts";
import { toOrganisationDefinitions } from "#engine/core/definitions/organisation-definitions.ts";
import { toDefinitionKey, type AnyDefinition, type KindName } from "#engine/core/definitions/kinds.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { toFormModel, type FormModel } from "#engine/core/form/form-model.ts";
import { toFindLivePhoto } from "#engine/core/form/live-photos.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/core/form/section-schemas.ts";
import type { OrganisationContent } from "../release.ts";
import { toAppDocuments } from "./app-documents.ts";
import { toBundles, type Bundle } from "./bundles.ts";
import { readFacts, toPublic } from "./definition-facts.ts";
import { toDefinitionsByKind, type DefinitionsByKind } from "./definitions-by-kind.ts";
import type { ServedContent } from "./served-content.ts";

/** The outside tools of the compiler. `compileValidator` makes an ES module of a section schema. */
export interface ReleaseTools {
  metas: MetaSchemas;
  compileValidator(schema: SectionSchema): Promise<string>;
}

/** An organisation's part of a release, without the id of the release, which is made from all parts. */
export interface OrganisationPart extends OrganisationContent {
  toManifest(locale: string, app?: string): Omit<Manifest, "release">;
}

const serverOnly: ReadonlySet<KindName> = new Set(["messages", "migration", "report"]);

/** Returns whether a definition stays on the server. */
export const isServerOnly = ({ kind }: AnyDefinition): boolean => serverOnly.has(kind);

/** Completes the definitions of one organisation and adds the public ones to the served content. */
export async function compileOrganisation(
  sources: readonly SourceDefinition[],
  organisation: DefinitionOf<"organisation">,
  served: ServedContent,
  tools: ReleaseTools,
): Promise<OrganisationPart> {
  const documents = toDefinitionsByKind(toOrganisationDefinitions(sources, organisation));
  const models = toModels(documents);
  const apps = documents.list("app");
  const urlsByApp = new Map(
    apps.map((app) => [app.id, serveDocuments(toAppDocuments(documents.all, app, tools.metas), served, tools.metas)]),
  );
  const rootApp = findAppAt(apps, "/")?.id ?? "";
  // Without apps, every definition is in one manifest.
  if (apps.length === 0) urlsByApp.set(rootApp, serveDocuments(documents.all, served, tools.metas));
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
    toManifest: (locale, app = rootApp) => ({
      app,
      locale,
      validators: Object.fromEntries(
        Object.entries(validators).filter(([name]) => urlsByApp.get(app)?.[`form/${name.split("#", 1)[0]}`]),
      ),
      organisation: { orgId, name, default: organisation.default === true },
      documents: Object.fromEntries(
        Object.entries(urlsByApp.get(app) ?? {}).filter(
          ([key]) => !key.startsWith("locale/") || key === toDefinitionKey("locale", locale),
        ),
      ),
    }),
  };
}

function toModels(documents: DefinitionsByKind): ReadonlyMap<string, FormModel> {
  const findForm = (id: string) => documents.get("form", id);
  return new Map(documents.list("form").map((form) => [form.id, toFormModel(form, findForm)]));
}

/** Returns the address of each definition and bundle by its key. */
function serveDocuments(
  all: readonly AnyDefinition[],
  served: ServedContent,
  metas: MetaSchemas,
): Record<string, string> {
  const shown = all.filter((document) => !isServerOnly(document)).map(toPublic);
  const urls: Record<string, string> = {};
  for (const document of shown) {
    const { text, hash } = readFacts(metas, document);
    urls[toDefinitionKey(document.kind, document.id)] = served.put("d", hash, text, "json");
  }
  for (const [key, bundle] of toBundles(shown, metas)) urls[key] = served.add("d", toText(bundle, metas), "json");
  return urls;
}

function toText({ documents, features, words }: Bundle, metas: MetaSchemas): string {
  const members = Object.entries(documents).map(
    ([key, document]) => `${JSON.stringify(key)}:${readFacts(metas, document).text}`,
  );
  return `{"documents":{${members.join(",")}},"features":${JSON.stringify(features)},"words":${JSON.stringify(words)}}`;
}

/** Returns the address of each section's validator by "form#section". */
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
