import { createHash } from "node:crypto";
import type { Expr } from "#engine/rules/evaluate.ts";
import type { SourceDocument } from "#engine/check/context.ts";
import { documentKinds, toKey, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";
import { applyOverrides } from "#engine/documents/merge.ts";
import type { LocaleDocument, RulesDocument } from "#engine/documents/screen.ts";
import type { OrganisationDocument, RequestDocument } from "#engine/documents/request.ts";
import type { FormDocument } from "#engine/documents/form.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { toFormModel, type FormModel } from "#engine/form/form-model.ts";
import { toSectionSchemas, type SectionSchema } from "#engine/form/section-schemas.ts";
import { toQuestionDocuments } from "#engine/documents/questions-form.ts";
import type { Manifest } from "#engine/api/config.ts";
import { toBundles } from "./bundles.ts";

/** The finished documents of one organisation. */
export interface OrganisationRelease {
  orgId: string;
  isDefault: boolean;
  organisation: OrganisationDocument;
  get<T = AnyDocument>(kind: KindName, id: string): T | undefined;
  list<T = AnyDocument>(kind: KindName): T[];
  request(formId: string): RequestDocument | undefined;
  requests(): RequestDocument[];
  /** Every named rule's expression. */
  rules: Record<string, Expr>;
  /** Why a rule holds, in the words of its document. */
  why(rule: string): string;
  formModel(formId: string): FormModel | undefined;
  manifest(locale: string): Manifest;
}

/** One immutable, content-addressed state of all documents. */
export interface Release {
  id: string;
  organisations: ReadonlyMap<string, OrganisationRelease>;
  defaultOrgId: string;
  /** The documents it was made of, before overrides. */
  sources: readonly SourceDocument[];
  locales: { id: string; name: string; direction: "ltr" | "rtl" }[];
  /** Served bytes by address, "/config/d/….json" or "/config/v/….js". */
  served: ReadonlyMap<string, string>;
  /** Ids of the forms whose documents come with a screen. */
  formsOf(orgId: string, screenId: string): string[];
  /** The text of a section's validator. */
  validator(orgId: string, formId: string, sectionId: string): string | undefined;
}

/** What compiling needs from outside: validators as ES modules, one per section schema. */
export interface ReleaseTools {
  metas: MetaSchemas;
  compileValidator(schema: SectionSchema): Promise<string>;
}

export const toHash = (content: string): string => createHash("sha256").update(content).digest("base64url").slice(0, 32);

/** Kinds that stay on the server. */
const serverOnly: ReadonlySet<KindName> = new Set(["prices"]);

/** Makes the release of checked documents: overrides merged, bundles joined, validators compiled, everything under its hash. */
export async function compileRelease(sources: readonly SourceDocument[], tools: ReleaseTools): Promise<Release> {
  const served = new Map<string, string>();
  const validators = new Map<string, string>();
  const forms = new Map<string, string[]>();
  const locales = sources.filter(({ document }) => document.kind === "locale").map(({ document }) => document as unknown as LocaleDocument);
  const organisations = new Map<string, OrganisationRelease>();
  for (const source of sources.filter(({ document }) => document.kind === "organisation")) {
    const release = await compileOrganisation(source.document as unknown as OrganisationDocument);
    organisations.set(release.orgId, release);
  }
  const id = toHash([...served.keys(), ...organisations.keys(), JSON.stringify(sources.filter(({ document }) => serverOnly.has(document.kind)))].sort().join("\n"));
  const defaultOrgId = [...organisations.values()].find((release) => release.isDefault)?.orgId ?? "";
  return {
    id, organisations, defaultOrgId, served, sources,
    locales: [{ id: "en", name: "English", direction: "ltr" as const }, ...locales.filter((locale) => locale.id !== "en").map(({ id: localeId, name, direction }) => ({ id: localeId, name, direction }))],
    formsOf: (orgId, screenId) => forms.get(`${orgId} bundle/screen.${screenId}`) ?? [],
    validator: (orgId, formId, sectionId) => validators.get(`${orgId} ${formId}#${sectionId}`),
  };

  /** Puts content under its hash and gives the address. */
  function serve(place: "d" | "v", content: string, ending: string): string {
    const url = `/config/${place}/${toHash(content)}.${ending}`;
    served.set(url, content);
    return url;
  }

  async function compileOrganisation(organisation: OrganisationDocument): Promise<OrganisationRelease> {
    const orgId = organisation.id;
    const common = sources.filter(({ document, path }) => documentKinds[document.kind].folder !== "organisations" || path.split("/")[1] === orgId).map(({ document }) => document);
    const merged = applyOverrides(common, organisation.overrides ?? {}).documents;
    const asked = merged.filter(({ kind }) => kind === "request").flatMap((request) => toQuestionDocuments(request as unknown as RequestDocument));
    const documents = [...merged, ...asked];
    const byKey = new Map(documents.map((document) => [toKey(document.kind, document.id), document]));
    const urls: Record<string, string> = {};
    for (const document of documents) {
      if (!serverOnly.has(document.kind)) urls[toKey(document.kind, document.id)] = serve("d", JSON.stringify(toPublic(document)), "json");
    }
    for (const [key, bundle] of toBundles(documents.filter((document) => !serverOnly.has(document.kind)).map(toPublic), tools.metas)) {
      urls[key] = serve("d", JSON.stringify(bundle), "json");
      forms.set(`${orgId} ${key}`, Object.values(bundle.documents).filter(({ kind }) => kind === "form").map(({ id: formId }) => formId));
    }

    const models = new Map<string, FormModel>();
    const validatorUrls: Record<string, string> = {};
    for (const form of documents.filter((document) => document.kind === "form")) {
      const model = toFormModel(form as unknown as FormDocument, (formId) => byKey.get(toKey("form", formId)) as unknown as FormDocument | undefined);
      models.set(form.id, model);
      for (const section of toSectionSchemas(model)) {
        const text = await tools.compileValidator(section.schema);
        validators.set(`${orgId} ${form.id}#${section.id}`, text);
        validatorUrls[`${form.id}#${section.id}`] = serve("v", text, "js");
      }
    }
    const rulesDocuments = documents.filter((document) => document.kind === "rules") as unknown as RulesDocument[];
    const rules = Object.assign({}, ...rulesDocuments.map((document) => Object.fromEntries(Object.entries(document.rules).map(([name, { expr }]) => [name, expr])))) as Record<string, Expr>;
    const reasons = Object.assign({}, ...rulesDocuments.map((document) => Object.fromEntries(Object.entries(document.rules).map(([name, { why }]) => [name, why])))) as Record<string, string>;

    return {
      orgId, organisation: byKey.get(toKey("organisation", orgId)) as unknown as OrganisationDocument, isDefault: organisation.default === true, rules,
      get: <T>(kind: KindName, id: string) => byKey.get(toKey(kind, id)) as T | undefined,
      list: <T>(kind: KindName) => documents.filter((document) => document.kind === kind) as T[],
      request: (formId) => byKey.get(toKey("request", formId)) as unknown as RequestDocument | undefined,
      requests: () => documents.filter((document) => document.kind === "request") as unknown as RequestDocument[],
      why: (rule) => reasons[rule] ?? rule,
      formModel: (formId) => models.get(formId),
      manifest: (locale) => ({
        release: id, locale, validators: validatorUrls,
        organisation: { orgId, name: organisation.displayName ?? organisation.name, default: organisation.default === true },
        documents: Object.fromEntries(Object.entries(urls).filter(([key]) => !key.startsWith("locale/") || key === toKey("locale", locale))),
      }),
    };
  }
}

/** What a browser may see of a document: who is invited to a request stays here, and so do an organisation's patches. */
function toPublic(document: AnyDocument): AnyDocument {
  const { invited: _invited, overrides: _overrides, ...rest } = document;
  return rest;
}
