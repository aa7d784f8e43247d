import QRCode from "qrcode";
import type { CredentialCard } from "#engine/api/credentials.ts";
import type { Link } from "#engine/api/links.ts";
import type { OrganisationDocument } from "#engine/documents/organisation.ts";
import { toTrust } from "#engine/documents/trust.ts";
import { formatDate } from "#engine/rules/dates.ts";
import { WalletError, says } from "#server/errors.ts";
import { Sheet } from "#server/messaging/papers/sheet.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Services } from "#server/services.ts";
import { toCards, readOrigins } from "../credentials/cards.ts";
import { holderClaim } from "#engine/api/claim-names.ts";
import { getCredential } from "../credentials/credentials.ts";
import { readNow } from "../transactions/rows.ts";
import { getLink, type Asking, type CredentialRow } from "./links.ts";

/** Papers are dated where they are read most. */
const zone = "Asia/Kolkata";
const codeSide = 150;

/** What a paper is made of: only what its link discloses. */
interface PaperSource {
  link: Link;
  credential: CredentialRow;
  card: CredentialCard;
  organisation: OrganisationDocument;
  sandbox: boolean;
}

/** What a link shows as one page to print, with the link as a QR code. Throws 404, 409 (109) for a link that does not open. */
export async function makePaper(
  services: Pick<Services, "db" | "config" | "secrets" | "settings" | "limits" | "findWords">,
  asking: Asking,
  id: string,
): Promise<{ fileName: string; pdf: Buffer }> {
  const { db, config, settings, findWords } = services;
  const link = await getLink(services, asking, id);
  if (link.state !== "open") throw new WalletError("stateConflict", says("link-not-open"));
  const credential = await getCredential(db, asking.id, link.credentialId);
  const origin = (await readOrigins(db, [credential])).get(`${credential.transactionId}\n${credential.subType}`);
  const organisation = config.organisation(origin?.orgId ?? "")?.organisation;
  const make = async (words: Words): Promise<PaperSource & { words: Words }> => {
    const names = link.facts.map(({ name }) => name);
    const [card] = await toCards(services, asking.id, [credential], words, names);
    const inWords = await getLink(services, { ...asking, words }, id);
    if (!card || !organisation) throw new WalletError("stateConflict", says("credential-not-showable"));
    return { link: inWords, credential, card, organisation, sandbox: settings.sandbox, words };
  };
  const sheet = await Sheet.open();
  const wanted = await make(asking.words);
  const canWrite = listOwnWords(wanted, asking.words).every((text) => sheet.canWrite(text));
  const source = canWrite ? wanted : await make(findWords("en", origin?.orgId));
  draw(sheet, source, source.words, canWrite ? undefined : source.words.say("certificate", "in-english"));
  const title = source.words.translate(credential.credentialType);
  const pdf = await sheet.close(title, await readNow(db), (n, of) =>
    source.words.say("certificate", "page", { n, of }),
  );
  return { fileName: `${credential.credentialType.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${link.id}.pdf`, pdf };
}

/** What the paper says itself; names are written as far as the font goes. */
const listOwnWords = ({ link, credential }: PaperSource, words: Words): string[] => [
  words.translate(credential.credentialType),
  words.say("certificate", "holder"),
  words.say("certificate", "how-to-check"),
  ...link.facts.map(({ label }) => label),
];

function draw(sheet: Sheet, source: PaperSource, words: Words, note?: string): void {
  drawHead(sheet, source, words);
  drawFacts(sheet, source, words);
  drawCheck(sheet, source, words, note);
}

const toDate = (moment: Date | string, { language }: Words): string =>
  formatDate(new Date(moment).toISOString(), "long", { locale: language, zone });

const findHolder = ({ facts }: Link): string | undefined => facts.find(({ name }) => name === holderClaim)?.value;

/** Who vouches, what it proves, and of whom. */
function drawHead(sheet: Sheet, { link, credential, card, organisation, sandbox }: PaperSource, words: Words): void {
  const { say, translate } = words;
  sheet.fillBand(organisation.colours.brand, 84);
  sheet.write(toTrust(organisation).name, { bold: true, size: 13, ink: "paper" });
  sheet.move(24);
  sheet.write(say("certificate", "asked-by", { organisation: card.org.displayName }), { ink: "paper" });
  sheet.move(92);
  if (sandbox) sheet.flow(say("certificate", "sandbox"), { bold: true, ink: "warning" }, 14);
  sheet.flow(translate(credential.credentialType), { size: 14, ink: "quiet" }, 4);
  if (card.proves !== undefined) sheet.flow(card.proves, { bold: true, size: 26 }, 2);
  if (card.institution !== undefined) sheet.flow(card.institution, { size: 14 }, 2);
  sheet.move(16);
  const holder = findHolder(link);
  if (holder === undefined) return;
  sheet.flow(say("certificate", "holder"), { ink: "quiet" }, 2);
  sheet.flow(holder, { bold: true, size: 18 }, 16);
}

/** What the head does not say yet, and whose word it is. */
function drawFacts(sheet: Sheet, { link, credential, card, organisation }: PaperSource, words: Words): void {
  const { say } = words;
  sheet.line();
  sheet.move(14);
  const said = [card.proves, card.institution, findHolder(link)];
  const facts = link.facts.filter(({ value }) => !said.includes(value));
  const rows = [
    ...facts.map(({ label, value }) => ({ label, text: value })),
    { label: say("certificate", "issued"), text: toDate(credential.issuedAt, words) },
    { label: say("certificate", "issuer"), text: `${toTrust(organisation).name}, ${credential.issuer}` },
    { label: say("certificate", "number"), text: credential.id },
  ];
  for (const { label, text } of rows) sheet.pair(label, text, 164, 6);
  sheet.move(14);
  sheet.line();
}

/** The code and what stands beside it, on one page: a paper that cannot be checked is worth nothing. */
function drawCheck(sheet: Sheet, { link, card }: PaperSource, words: Words, note?: string): void {
  const { say } = words;
  const names = [card.org.displayName, ...link.facts.map(({ value }) => value)];
  const inLatin = names.some((name) => !sheet.canWrite(name.normalize("NFC")));
  const beside = { at: codeSide + 24 };
  const small = { setting: { ...beside, size: 8, ink: "quiet" }, below: 6 } as const;
  const lines = [
    { text: say("certificate", "how-to-check"), setting: { ...beside, bold: true, size: 12 }, below: 10 } as const,
    { text: say("certificate", "until", { date: toDate(link.expiresAt, words) }), setting: beside, below: 10 },
    { text: link.address, setting: { ...beside, size: 9, ink: "quiet" }, below: 10 } as const,
    ...(note === undefined ? [] : [{ text: note, ...small }]),
    ...(inLatin ? [{ text: say("certificate", "in-latin"), ...small }] : []),
  ];
  const tall = lines.reduce((sum, { text, setting, below }) => sum + sheet.measure(text, setting) + below, 0);
  sheet.move(24, Math.max(codeSide, tall));
  sheet.drawCode(QRCode.create(link.address, { errorCorrectionLevel: "M" }).modules, codeSide);
  for (const { text, setting, below } of lines) sheet.flow(text, setting, below);
}
