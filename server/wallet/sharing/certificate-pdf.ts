import QRCode from "qrcode";
import type { CredentialCard } from "#engine/core/scope/shapes/credentials.ts";
import type { ShareLink } from "#engine/core/scope/shapes/share-links.ts";
import type { OrganisationDefinition } from "#engine/core/definitions/organisation.ts";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import { formatDate } from "#engine/core/rules/dates.ts";
import { WalletError, withReason } from "#server/errors.ts";
import { canWrite, PdfWriter } from "#server/messaging/pdf/pdf-page.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { toCards, readCredentialSources } from "../credentials/cards.ts";
import { holderClaim } from "#engine/contract/claim-names.ts";
import { zone } from "#server/platform/time-zone.ts";
import { getCredential, type Holder } from "../credentials/credentials.ts";
import { readNow } from "../transactions/load.ts";
import { getShareLink, type CredentialRow } from "./share-links.ts";

const qrCodeSize = 150;

/** Content of a certificate: only the facts that its share link discloses. */
interface CertificateSource {
  link: ShareLink;
  credential: CredentialRow;
  card: CredentialCard;
  organisation: OrganisationDefinition;
  sandbox: boolean;
}

/** A share link as one page to print, with its QR code. Throws 404, 409 (109) for a link that is not valid. */
export async function makeCertificate(
  services: Pick<Services, "db" | "config" | "secrets" | "settings" | "rateLimits" | "findMessageTexts">,
  holder: Holder,
  id: string,
): Promise<{ fileName: string; pdf: Buffer }> {
  const { db, config, settings, findMessageTexts } = services;
  const link = await getShareLink(services, holder, id);
  if (link.status !== "valid") throw new WalletError("stateConflict", withReason("share-link-not-valid"));
  const credential = await getCredential(db, holder.id, link.credentialId);
  const origin = (await readCredentialSources(db, [credential])).get(
    `${credential.transactionId}\n${credential.subType}`,
  );
  const organisation = config.organisation(origin?.orgId ?? "")?.organisation;
  const make = async (messages: MessageTexts): Promise<CertificateSource & { messages: MessageTexts }> => {
    const names = link.facts.map(({ name }) => name);
    const [card] = await toCards(services, holder.id, [credential], messages, names);
    const translatedLink = await getShareLink(services, { ...holder, messages }, id);
    if (!card || !organisation) throw new WalletError("stateConflict", withReason("credential-not-shareable"));
    return { link: translatedLink, credential, card, organisation, sandbox: settings.sandbox, messages };
  };
  const preferred = await make(holder.messages);
  const isWritable = listOwnTexts(preferred, holder.messages).every(canWrite);
  const source = isWritable ? preferred : await make(findMessageTexts("en", origin?.orgId));
  const { translate, language, format } = source.messages;
  const writer = new PdfWriter({
    title: translate(credential.credentialType),
    madeAt: await readNow(db),
    language,
  });
  draw(writer, source, source.messages, isWritable ? undefined : format("certificate", "in-english"));
  const pdf = await writer.close((n, of) => format("certificate", "page", { n, of }));
  return { fileName: `${credential.credentialType.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${link.id}.pdf`, pdf };
}

/** The certificate's own texts. Names are transliterated where the font lacks their script. */
const listOwnTexts = ({ link, credential }: CertificateSource, messages: MessageTexts): string[] => [
  messages.translate(credential.credentialType),
  messages.format("parts", "credential-holder"),
  messages.format("certificate", "how-to-check"),
  ...link.facts.map(({ label }) => label),
];

function draw(writer: PdfWriter, source: CertificateSource, messages: MessageTexts, note?: string): void {
  drawHead(writer, source, messages);
  drawFacts(writer, source, messages);
  drawCheck(writer, source, messages, note);
}

const toDate = (moment: Date | string, { language }: MessageTexts): string =>
  formatDate(new Date(moment).toISOString(), "long", { locale: language, zone });

const findHolder = ({ facts }: ShareLink): string | undefined => facts.find(({ name }) => name === holderClaim)?.value;

/** Issuer, credential type, main fact and holder. */
function drawHead(
  writer: PdfWriter,
  { link, credential, card, organisation, sandbox }: CertificateSource,
  messages: MessageTexts,
): void {
  const { format, translate } = messages;
  writer.fillBand(organisation.colours.brand, 84);
  writer.write(toWalletBrand(organisation).name, { bold: true, size: 13, ink: "paper" });
  writer.move(24);
  writer.write(format("certificate", "asked-by", { organisation: card.org.displayName }), { ink: "paper" });
  writer.move(92);
  if (sandbox) writer.flow(format("certificate", "sandbox"), { bold: true, ink: "warning" }, 14);
  writer.flow(translate(credential.credentialType), { size: 14, ink: "quiet" }, 4);
  if (card.proves !== undefined) writer.flow(card.proves, { bold: true, size: 26 }, 2);
  if (card.institution !== undefined) writer.flow(card.institution, { size: 14 }, 2);
  writer.move(16);
  const holder = findHolder(link);
  if (holder === undefined) return;
  writer.flow(format("parts", "credential-holder"), { ink: "quiet" }, 2);
  writer.flow(holder, { bold: true, size: 18 }, 16);
}

/** Every fact that the link discloses under its label, issue date and issuer. */
function drawFacts(writer: PdfWriter, { link, credential, card }: CertificateSource, messages: MessageTexts): void {
  const { format } = messages;
  writer.line();
  writer.move(14);
  const facts = link.facts.filter(({ name }) => name !== holderClaim);
  const rows = [
    ...facts.map(({ label, value }) => ({ label, text: value })),
    { label: format("certificate", "issued"), text: toDate(credential.issuedAt, messages) },
    { label: format("certificate", "issuer"), text: `${card.issuer.displayName}, ${credential.issuer}` },
    { label: format("certificate", "number"), text: credential.id },
  ];
  for (const { label, text } of rows) writer.pair(label, text, 164, 6);
  writer.move(14);
  writer.line();
}

/** The QR code and its instructions, kept on one page. */
function drawCheck(writer: PdfWriter, { link, card }: CertificateSource, messages: MessageTexts, note?: string): void {
  const { format } = messages;
  const names = [card.org.displayName, ...link.facts.map(({ value }) => value)];
  const isTransliterated = names.some((name) => !canWrite(name.normalize("NFC")));
  const besideQrCode = { at: qrCodeSize + 24 };
  const small = { setting: { ...besideQrCode, size: 8, ink: "quiet" }, below: 6 } as const;
  const lines = [
    {
      text: format("certificate", "how-to-check"),
      setting: { ...besideQrCode, bold: true, size: 12 },
      below: 10,
    } as const,
    {
      text: format("certificate", "until", { date: toDate(link.expiresAt, messages) }),
      setting: besideQrCode,
      below: 10,
    },
    { text: link.address, setting: { ...besideQrCode, size: 7.5, ink: "quiet" }, below: 10 } as const,
    ...(note === undefined ? [] : [{ text: note, ...small }]),
    ...(isTransliterated ? [{ text: format("certificate", "in-latin"), ...small }] : []),
  ];
  const height = lines.reduce((sum, { text, setting, below }) => sum + writer.measure(text, setting) + below, 0);
  writer.move(24, Math.max(qrCodeSize, height));
  writer.drawCode(QRCode.create(link.address, { errorCorrectionLevel: "M" }).modules, qrCodeSize);
  for (const { text, setting, below } of lines) writer.flow(text, setting, below);
}
