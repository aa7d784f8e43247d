import type { Manifest } from "#engine/api/config.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { KindName } from "#engine/documents/kinds.ts";
import type { FindLivePhoto } from "#engine/form/live-photos.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import type { DocumentsByKind } from "./compile/documents-by-kind.ts";

/** The finished documents of one organisation, before the release has its id. */
export interface OrganisationContent {
  orgId: string;
  organisation: DocumentOf<"organisation">;
  get: DocumentsByKind["get"];
  list: DocumentsByKind["list"];
  /** Every named rule's expression. */
  rules: Record<string, Expr>;
  formModel(formId: string): FormModel | undefined;
  findLivePhoto: FindLivePhoto;
}

/** An organisation's part of a release. */
export interface OrganisationRelease extends OrganisationContent {
  manifest(locale: string): Manifest;
}

/** A language in which the organisation can be read: the wanted one, else English, which is the source. */
export const toSpoken = ({ get }: OrganisationContent, wanted: string | undefined): string =>
  wanted !== undefined && get("locale", wanted) ? wanted : "en";

/** One immutable, content-addressed state of all documents. */
export interface Release {
  id: string;
  organisations: ReadonlyMap<string, OrganisationRelease>;
  defaultOrgId: string;
  /** The documents it was made of, before overrides. */
  sources: readonly SourceDocument[];
  locales: Pick<DocumentOf<"locale">, "id" | "name" | "direction">[];
  /** Served bytes by address, "/config/d/….json" or "/config/v/….js". */
  served: ReadonlyMap<string, string>;
}

/**
 * The document of a kind of which there is one, named as its kind: states, prices, providers. Throws when the release
 * lacks it.
 */
export function getCatalogue<K extends KindName>({ orgId, get }: OrganisationContent, kind: K): DocumentOf<K> {
  const catalogue = get(kind, kind);
  if (!catalogue) throw new Error(`The release of ${orgId} has no catalogues/${kind}.`);
  return catalogue;
}
