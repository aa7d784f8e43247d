import QRCode from "qrcode";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { canWrite, PdfWriter } from "#server/messaging/pdf/pdf-page.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Settings } from "#server/platform/settings.ts";
import type { ReportFact, WrittenReport, WrittenSection } from "./content.ts";

const qrCodeSize = 130;
/** Where values begin, beside their labels. */
const valuesAt = 190;

/** What a report is drawn with beside its text. */
interface Drawing {
  organisation: OrganisationRelease;
  messages: MessageTexts;
  /** The page that checks it. */
  address: string;
  hash: string;
  issuedAt: Date;
  settings: Pick<Settings, "sandbox">;
}

/** Draws a report as a PDF, with the address that checks it as a QR code. */
export async function drawReport(report: WrittenReport, drawing: Drawing): Promise<Buffer> {
  const { messages, issuedAt } = drawing;
  const writer = new PdfWriter({ title: report.title, madeAt: issuedAt, language: report.language });
  drawHead(writer, report, drawing);
  for (const section of report.sections) drawSection(writer, section);
  drawCheck(writer, report, drawing);
  return writer.close((n, of) => messages.format("report", "page", { n, of }));
}

function drawHead(writer: PdfWriter, { title }: WrittenReport, { organisation, messages, settings }: Drawing): void {
  const { organisation: brand } = organisation;
  writer.fillBand(brand.colours.brand, 60);
  writer.write(toWalletBrand(brand).name, { bold: true, size: 13, ink: "paper" });
  writer.move(24);
  const name = brand.displayName ?? brand.name;
  writer.write(messages.format("report", "verified-for", { organisation: name }), { ink: "paper" });
  writer.move(64);
  if (settings.sandbox) writer.flow(messages.format("report", "sandbox"), { bold: true, ink: "warning" }, 10);
  writer.flow(title, { bold: true, size: 24 }, 14);
}

function drawSection(writer: PdfWriter, { title, text, facts, groups }: WrittenSection): void {
  writer.move(8, 70);
  writer.line();
  writer.move(12);
  writer.flow(title, { bold: true, size: 14 }, 6);
  if (text) writer.flow(text, {}, 6);
  drawFacts(writer, facts);
  for (const group of groups) {
    if (group.title) {
      writer.move(4, 40);
      writer.flow(group.title, { bold: true }, 4);
    }
    drawFacts(writer, group.facts);
  }
  writer.move(6);
}

function drawFacts(writer: PdfWriter, facts: readonly ReportFact[]): void {
  for (const { label, value } of facts) writer.pair(label, value, valuesAt, 4);
}

/** The QR code and what it is for, kept on one page. */
function drawCheck(writer: PdfWriter, report: WrittenReport, { messages, address, hash }: Drawing): void {
  const beside = { at: qrCodeSize + 20 };
  const small = { ...beside, size: 8, ink: "quiet" } as const;
  const isTransliterated = report.sections.some(({ facts, groups }) =>
    [facts, ...groups.map((group) => group.facts)].flat().some(({ value }) => !canWrite(value.normalize("NFC"))),
  );
  const lines = [
    { text: messages.format("report", "how-to-check"), style: { ...beside, bold: true as const, size: 12 } },
    { text: address.split("?")[0]!, style: small },
    { text: messages.format("report", "hash"), style: small },
    { text: hash, style: small },
    ...(isTransliterated ? [{ text: messages.format("report", "in-latin"), style: small }] : []),
  ];
  writer.move(8, qrCodeSize + 30);
  writer.line();
  writer.move(16);
  writer.drawCode(QRCode.create(address, { errorCorrectionLevel: "M" }).modules, qrCodeSize);
  for (const { text, style } of lines) writer.flow(text, style, 6);
}
