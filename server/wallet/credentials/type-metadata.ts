import { desc, eq } from "drizzle-orm";
import { toFieldName } from "#engine/core/form/client-flow.ts";
import { listCertifiedFields, toFactLabel } from "#engine/core/form/credential-facts.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { FindMessageTexts } from "#server/messaging/texts/message-texts.ts";
import { credentials, transactions } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { toReadableContext, toReader } from "./facts.ts";
import {
  toCurrentDefinitions,
  readPinnedDefinitions,
  type TransactionDefinitions,
} from "../transactions/pinned-definitions.ts";
import { english } from "../transactions/english-text.ts";
import { holderClaim, choiceNamesClaim, toClaimName } from "#engine/contract/claim-names.ts";

/** Type metadata of SD-JWT VC (6.2). */
export type TypeMetadata = ReturnType<typeof toTypeMetadata>;

/** The verification that a credential type represents. */
export interface TypeName {
  orgId: string;
  verificationName: string;
}

/** The URL that identifies a type (`vct`) and serves its metadata. */
export const toTypeAddress = (issuer: string, { orgId, verificationName }: TypeName): string =>
  `${issuer}/credentials/types/${orgId}/${verificationName}`;

/** The id of a type in the issuer's metadata and its `scope`: the last two segments of the type's address. */
export const toConfigurationId = (vct: string): string => vct.split("/").slice(-2).join(".");

/**
 * Type metadata from the current definition, else from the one of the newest credential: names, rendering and claims.
 * Undefined for a type without credentials.
 */
export async function readTypeMetadata(
  services: Pick<Services, "db" | "config" | "settings" | "findMessageTexts">,
  name: TypeName,
): Promise<TypeMetadata | undefined> {
  const { config, settings, findMessageTexts } = services;
  const organisation = config.organisation(name.orgId);
  if (!organisation) return undefined;
  const vct = toTypeAddress(settings.publicUrl, name);
  const current = toCurrentDefinitions(config.current(), organisation);
  const definitions = current.verification(name.verificationName)?.credential
    ? current
    : await findPinned(services, vct, name.orgId);
  const verification = definitions?.verification(name.verificationName);
  if (!definitions || !verification?.credential) return undefined;
  return toTypeMetadata({
    vct,
    verification,
    definitions,
    organisation,
    findMessageTexts,
    publicUrl: settings.publicUrl,
  });
}

async function findPinned({ db }: Pick<Services, "db">, vct: string, orgId: string) {
  const [newest] = await db
    .select({ releaseId: transactions.releaseId })
    .from(credentials)
    .innerJoin(transactions, eq(transactions.id, credentials.transactionId))
    .where(eq(credentials.vct, vct))
    .orderBy(desc(credentials.issuedAt))
    .limit(1);
  return newest && readPinnedDefinitions(db, newest.releaseId, orgId);
}

interface TypeSource {
  vct: string;
  verification: VerificationDefinition;
  definitions: TransactionDefinitions;
  organisation: OrganisationRelease;
  findMessageTexts: FindMessageTexts;
  publicUrl: string;
}

function toTypeMetadata({ vct, verification, definitions, organisation, findMessageTexts, publicUrl }: TypeSource) {
  const { orgId } = organisation;
  const { logo, brand } = toBrand(organisation, publicUrl);
  const languages = (organisation.organisation.locales ?? ["en"]).map((locale) => ({
    locale,
    messages: findMessageTexts(locale, orgId),
  }));
  const { type } = verification.credential!;
  const toClaim = (path: readonly string[], label: (messages: ReturnType<FindMessageTexts>) => string) => ({
    path: [...path],
    sd: "always" as const,
    display: languages.map(({ locale, messages }) => ({ locale, label: label(messages) })),
  });
  const { model, credential } = toReader({ definitions, verification, translate: (text) => text });
  return {
    vct,
    name: english(verification.label),
    display: languages.map(({ locale, messages }) => ({
      locale,
      name: messages.translate(type),
      description: messages.translate(english(verification.label)),
      rendering: { simple: { logo, background_color: brand, text_color: "#ffffff" } },
    })),
    claims: [
      toClaim([holderClaim], (messages) => messages.format("parts", "credential-holder")),
      ...listCertifiedFields(model, credential).flatMap((field) => {
        const attribute = toFieldName(field);
        const name = toClaimName(attribute);
        const label = (messages: ReturnType<FindMessageTexts>) =>
          toFactLabel(toReader(toReadableContext(definitions, verification, messages)), attribute);
        const paths = field.field.options === undefined ? [[name]] : [[name], [choiceNamesClaim, name]];
        return paths.map((path) => toClaim(path, label));
      }),
    ],
  };
}

/** Logo and colour of the organisation. */
function toBrand({ orgId, organisation }: OrganisationRelease, publicUrl: string) {
  const { logo, displayName, name, colours } = organisation;
  return { logo: { uri: toLogoAddress(logo, orgId, publicUrl), alt_text: displayName ?? name }, brand: colours.brand };
}

/** The URL of an organisation's logo. Many wallets do not accept a data: URL. */
export const toLogoAddress = (logo: string, orgId: string, publicUrl: string): string =>
  logo.startsWith("data:") ? `${publicUrl}/credentials/logos/${orgId}` : new URL(logo, publicUrl).href;
