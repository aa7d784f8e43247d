import type { TSchema } from "typebox";
import * as catalogues from "./catalogues.ts";
import { formSchema } from "./form.ts";
import { migrationSchema } from "./migration.ts";
import { organisationSchema } from "./organisation.ts";
import { requestSchema } from "./request.ts";
import { flowSchema, localeSchema, optionsSchema, rulesSchema, screenSchema } from "./screen.ts";
import { statesSchema } from "./states-catalogue.ts";
import { verificationSchema } from "./verification.ts";
import { messagesSchema, textsSchema, validationSchema } from "./word-catalogues.ts";

/** A kind of document: its contract and the folder below schemas/ in which its files lie. */
export interface DocumentKind {
  schema: TSchema;
  folder: string;
}

/**
 * The registry of kinds. To add one: a schema in this folder, one line here; the meta-schema is generated from it.
 * A request lies beside its organisation; both folders are named by the organisation's id.
 */
export const documentKinds = {
  form: { schema: formSchema, folder: "forms" },
  verification: { schema: verificationSchema, folder: "verifications" },
  screen: { schema: screenSchema, folder: "screens" },
  flow: { schema: flowSchema, folder: "flows" },
  rules: { schema: rulesSchema, folder: "rules" },
  options: { schema: optionsSchema, folder: "options" },
  locale: { schema: localeSchema, folder: "locales" },
  migration: { schema: migrationSchema, folder: "migrations" },
  organisation: { schema: organisationSchema, folder: "organisations" },
  request: { schema: requestSchema, folder: "organisations" },
  states: { schema: statesSchema, folder: "catalogues" },
  categories: { schema: catalogues.categoriesSchema, folder: "catalogues" },
  menu: { schema: catalogues.menuSchema, folder: "catalogues" },
  titles: { schema: catalogues.titlesSchema, folder: "catalogues" },
  failures: { schema: catalogues.failuresSchema, folder: "catalogues" },
  limits: { schema: catalogues.limitsSchema, folder: "catalogues" },
  texts: { schema: textsSchema, folder: "catalogues" },
  messages: { schema: messagesSchema, folder: "catalogues" },
  validation: { schema: validationSchema, folder: "catalogues" },
  prices: { schema: catalogues.pricesSchema, folder: "catalogues" },
  providers: { schema: catalogues.providersSchema, folder: "catalogues" },
  partners: { schema: catalogues.partnersSchema, folder: "catalogues" },
  articles: { schema: catalogues.articlesSchema, folder: "catalogues" },
  analytics: { schema: catalogues.analyticsSchema, folder: "catalogues" },
} as const satisfies Record<string, DocumentKind>;

export type KindName = keyof typeof documentKinds;

/** Any document: the head that all kinds share. The kinds' own types live beside their schemas. */
export interface AnyDocument {
  $schema?: string;
  kind: KindName;
  id: string;
  description?: string;
  [key: string]: unknown;
}

/** "form/bgv-degree": how a document is named in a release and in the manifest. */
export const toKey = (kind: string, id: string): string => `${kind}/${id}`;
