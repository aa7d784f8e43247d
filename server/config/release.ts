import { findAppAt, type AppDefinition } from "#engine/core/definitions/app.ts";
import type { Manifest } from "#engine/contract/config.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { KindName } from "#engine/core/definitions/kinds.ts";
import type { FindLivePhoto } from "#engine/core/form/live-photos.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import type { DefinitionsByKind } from "./compile/definitions-by-kind.ts";

/** The complete definitions of one organisation, before the release has an id. */
export interface OrganisationContent {
  orgId: string;
  organisation: DefinitionOf<"organisation">;
  get: DefinitionsByKind["get"];
  list: DefinitionsByKind["list"];
  /** The expression of every named rule. */
  rules: Record<string, Expr>;
  formModel(formId: string): FormModel | undefined;
  findLivePhoto: FindLivePhoto;
}

/** An organisation's part of a release. */
export interface OrganisationRelease extends OrganisationContent {
  /** `app`: its id; the app at `/` without it. */
  manifest(locale: string, app?: string): Manifest;
}

/** The wanted language if the organisation and the app have it, else English, the source language. */
export const chooseLanguage = (
  { get }: OrganisationContent,
  wanted: string | undefined,
  app?: Pick<AppDefinition, "languages">,
): string =>
  wanted !== undefined && get("locale", wanted) && (app?.languages?.includes(wanted) ?? true) ? wanted : "en";

/** The app of a path; undefined in a release without apps. */
export const findApp = ({ list }: OrganisationContent, path: string): AppDefinition | undefined =>
  findAppAt(list("app"), path);

/** An immutable, content-addressed state of all definitions. */
export interface Release {
  id: string;
  organisations: ReadonlyMap<string, OrganisationRelease>;
  defaultOrgId: string;
  /** The definitions before overrides. */
  sources: readonly SourceDefinition[];
  locales: Pick<DefinitionOf<"locale">, "id" | "name" | "direction">[];
  /** Served content by address, "/config/d/….json" or "/config/v/….js". */
  served: ReadonlyMap<string, string>;
}

/**
 * The catalogue of a kind that exists once, with the kind as its id: states, prices, providers. Throws when it is
 * missing.
 */
export function getCatalogue<K extends KindName>({ orgId, get }: OrganisationContent, kind: K): DefinitionOf<K> {
  const catalogue = get(kind, kind);
  if (!catalogue) throw new Error(`The release of ${orgId} has no catalogues/${kind}.`);
  return catalogue;
}

/** The name of an organisation for people, the same in every language; its id when it is unknown. */
export function toOrganisationName(
  config: { organisation(orgId: string): Pick<OrganisationContent, "organisation"> | undefined },
  orgId: string,
): string {
  const organisation = config.organisation(orgId)?.organisation;
  return organisation?.displayName ?? organisation?.name ?? orgId;
}
