import type { TSchema } from "typebox";
import { appSchema } from "./app.ts";
import * as catalogues from "./catalogues.ts";
import { formSchema } from "./form.ts";
import { migrationSchema } from "./migration.ts";
import { organisationSchema } from "./organisation.ts";
import { reportSchema } from "./report.ts";
import { requestSchema } from "./request.ts";
import { flowSchema, localeSchema, optionsSchema, rulesSchema, screenSchema } from "./screen.ts";
import { promisesSchema } from "./promises.ts";
import { retentionSchema } from "./retention.ts";
import { reasonsSchema, rolesSchema } from "./roles.ts";
import { statesSchema } from "./states-catalogue.ts";
import { supportSchema } from "./support.ts";
import { messagesSchema, textsSchema, validationSchema } from "./text-catalogues.ts";
import { verificationSchema } from "./verification.ts";

/** A kind of definition: its contract, and the folder of its files below schemas/. */
export interface DefinitionKind {
  schema: TSchema;
  folder: string;
}

/**
 * The registry of kinds. One more: a schema in this folder and one line here; `npm run meta` generates the meta-schema.
 * A request is stored beside its organisation, in the folder of the organisation's id.
 */
export const definitionKinds = {
  app: { schema: appSchema, folder: "apps" },
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
  report: { schema: reportSchema, folder: "reports" },
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
  verifiers: { schema: catalogues.verifiersSchema, folder: "catalogues" },
  articles: { schema: catalogues.articlesSchema, folder: "catalogues" },
  roles: { schema: rolesSchema, folder: "catalogues" },
  reasons: { schema: reasonsSchema, folder: "catalogues" },
  promises: { schema: promisesSchema, folder: "catalogues" },
  retention: { schema: retentionSchema, folder: "catalogues" },
  support: { schema: supportSchema, folder: "catalogues" },
  analytics: { schema: catalogues.analyticsSchema, folder: "catalogues" },
} as const satisfies Record<string, DefinitionKind>;

export type KindName = keyof typeof definitionKinds;

/** Any definition: the head that all kinds share. */
export interface AnyDefinition {
  $schema?: string;
  kind: KindName;
  id: string;
  description?: string;
  [key: string]: unknown;
}

/** Key of a definition in a release and in the manifest: "form/bgv-degree". */
export const toDefinitionKey = (kind: string, id: string): string => `${kind}/${id}`;
