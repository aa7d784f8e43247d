import { desc, eq } from "drizzle-orm";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { FindWords } from "#server/messaging/words/words.ts";
import { credentials, transactions } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { findForm } from "../submissions/form-check.ts";
import { currentDocuments, readDocuments, type TransactionDocuments } from "../transactions/documents.ts";
import { english } from "../transactions/labels.ts";
import { holderClaim, namesClaim, toClaimName } from "#engine/api/claim-names.ts";

/** What a type is, as SD-JWT VC (6.2) has it. */
export type TypeMetadata = ReturnType<typeof toTypeMetadata>;

/** Whose verification a type is. */
export interface TypeName {
  orgId: string;
  verificationName: string;
}

/** The address by which a type is known (`vct`), where what it is is read. */
export const toTypeAddress = (issuer: string, { orgId, verificationName }: TypeName): string =>
  `${issuer}/credentials/types/${orgId}/${verificationName}`;

/**
 * What a type is, made of the verification's document as it is now, else as it was for the newest credential of it: what it
 * is called in every language, how it is drawn, and what each claim is. Undefined where nobody has such a one.
 */
export async function readTypeMetadata(
  services: Pick<Services, "db" | "config" | "settings" | "findWords">,
  name: TypeName,
): Promise<TypeMetadata | undefined> {
  const { config, settings, findWords } = services;
  const organisation = config.organisation(name.orgId);
  if (!organisation) return undefined;
  const vct = toTypeAddress(settings.publicUrl, name);
  const current = currentDocuments(config.current(), organisation);
  const documents = current.verification(name.verificationName)?.credential
    ? current
    : await findOlder(services, vct, name.orgId);
  const verification = documents?.verification(name.verificationName);
  if (!documents || !verification?.credential) return undefined;
  return toTypeMetadata({ vct, verification, documents, organisation, findWords, publicUrl: settings.publicUrl });
}

async function findOlder({ db }: Pick<Services, "db">, vct: string, orgId: string) {
  const [newest] = await db
    .select({ releaseId: transactions.releaseId })
    .from(credentials)
    .innerJoin(transactions, eq(transactions.id, credentials.transactionId))
    .where(eq(credentials.vct, vct))
    .orderBy(desc(credentials.issuedAt))
    .limit(1);
  return newest && readDocuments(db, newest.releaseId, orgId);
}

interface TypeSource {
  vct: string;
  verification: VerificationDocument;
  documents: TransactionDocuments;
  organisation: OrganisationRelease;
  findWords: FindWords;
  publicUrl: string;
}

function toTypeMetadata({ vct, verification, documents, organisation, findWords, publicUrl }: TypeSource) {
  const { orgId } = organisation;
  const { logo, brand } = toLooks(organisation, publicUrl);
  const spoken = (organisation.organisation.locales ?? ["en"]).map((locale) => ({
    locale,
    words: findWords(locale, orgId),
  }));
  const { type, attributes } = verification.credential!;
  const toClaim = (path: readonly string[], label: (words: ReturnType<FindWords>) => string) => ({
    path: [...path],
    sd: "always" as const,
    display: spoken.map(({ locale, words }) => ({ locale, label: label(words) })),
  });
  const fields = (findForm(documents, verification)?.model.fields ?? []).filter(
    ({ pointer, field }) =>
      !field.sensitive && attributes.some((one) => pointer === one || pointer.startsWith(`${one}/`)),
  );
  return {
    vct,
    name: english(verification.label),
    display: spoken.map(({ locale, words }) => ({
      locale,
      name: words.translate(type),
      description: words.translate(english(verification.label)),
      rendering: { simple: { logo, background_color: brand, text_color: "#ffffff" } },
    })),
    claims: [
      toClaim([holderClaim], (words) => words.say("parts", "credential-holder")),
      ...fields.flatMap(({ pointer, field }) => {
        const name = toClaimName(pointer.slice(1).split("/").join("."));
        const label = (words: ReturnType<FindWords>) =>
          field.label === undefined ? name : words.translate(english(field.label));
        const paths = field.options === undefined ? [[name]] : [[name], [namesClaim, name]];
        return paths.map((path) => toClaim(path, label));
      }),
    ],
  };
}

/** How it is drawn: the organisation's logo and colour. */
function toLooks({ orgId, organisation }: OrganisationRelease, publicUrl: string) {
  const { logo, displayName, name, colours } = organisation;
  return { logo: { uri: toLogoAddress(logo, orgId, publicUrl), alt_text: displayName ?? name }, brand: colours.brand };
}

/** Where other software reads an organisation's logo: much of it takes no picture that is written into its address. */
export const toLogoAddress = (logo: string, orgId: string, publicUrl: string): string =>
  logo.startsWith("data:") ? `${publicUrl}/credentials/logos/${orgId}` : new URL(logo, publicUrl).href;
