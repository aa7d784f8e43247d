import type { Invoice, InvoiceLine } from "./invoice.ts";
import { canWrite, PdfWriter, type TextStyle } from "#server/messaging/pdf/pdf-page.ts";

/** Draws an invoice as a PDF. Uses English, with a note, when the font cannot write the localized language. */
export async function drawInvoice(localized: Invoice, toEnglish: () => Invoice, issuedAt: Date): Promise<Buffer> {
  const invoice = listOwnTexts(localized).every(canWrite) ? localized : toEnglish();
  const title = `${invoice.title} ${invoice.facts[0]?.text ?? ""}`;
  const sheet = new PdfWriter({ title, madeAt: issuedAt, language: invoice.language });
  drawHead(sheet, invoice);
  drawParties(sheet, invoice);
  drawItems(sheet, invoice);
  for (const line of invoice.sums) drawSum(sheet, line);
  sheet.move(6);
  sheet.line();
  sheet.move(8);
  drawSum(sheet, invoice.total, { bold: true, size: 12 });
  const notes = [invoice.note, listNames(invoice).some((name) => !canWrite(name)) && invoice.namesNote];
  for (const note of notes.filter((one) => one !== undefined && one !== false)) {
    sheet.move(16, 40);
    sheet.move(sheet.write(note, { size: 8, ink: "quiet" }));
  }
  return sheet.close(invoice.toPage);
}

/** The invoice's own texts. People's names are not among them: the font writes as much of a name as it can. */
const listOwnTexts = ({
  title,
  warning = "",
  facts,
  seller,
  buyer,
  columns,
  sums,
  total,
  toPage,
}: Invoice): string[] => [
  title,
  warning,
  seller.heading,
  buyer.heading,
  columns.label,
  columns.text,
  toPage(1, 1),
  ...[...facts, ...sums, total].map(({ label }) => label),
];

const listNames = ({ seller, buyer, items }: Invoice): string[] =>
  [...seller.lines, ...buyer.lines, ...items.map(({ detail }) => detail)].map((name) => name.normalize("NFC"));

function drawHead(sheet: PdfWriter, { title, warning, facts }: Invoice): void {
  if (warning) sheet.move(sheet.write(warning, { bold: true, ink: "warning" }) + 12);
  sheet.move(sheet.write(title, { bold: true, size: 20 }) + 12);
  for (const { label, text } of facts) {
    sheet.write(label, { ink: "quiet", width: 120 });
    sheet.move(Math.max(sheet.write(text, { at: 130 }), 14) + 2);
  }
  sheet.move(12);
}

/** Draws seller and buyer side by side. */
function drawParties(sheet: PdfWriter, { seller, buyer }: Invoice): void {
  const width = sheet.width / 2 - 12;
  const columns = [
    { party: seller, at: 0 },
    { party: buyer, at: sheet.width / 2 + 12 },
  ];
  for (const { party, at } of columns) sheet.write(party.heading, { at, width, ink: "quiet" });
  sheet.move(16);
  const rows = Math.max(seller.lines.length, buyer.lines.length);
  for (let i = 0; i < rows; i += 1) {
    const heights = columns.map(({ party, at }) => {
      const text = party.lines[i];
      return text ? sheet.write(text, { at, width, ...(i === 0 && { bold: true as const }) }) : 0;
    });
    sheet.move(Math.max(...heights));
  }
  sheet.move(20);
}

function drawItems(sheet: PdfWriter, { columns, items }: Invoice): void {
  sheet.write(columns.label, { ink: "quiet" });
  sheet.write(columns.text, { ink: "quiet", end: true });
  sheet.move(18);
  sheet.line();
  sheet.move(8);
  for (const { label, detail, text } of items) {
    sheet.write(text, { end: true });
    sheet.move(sheet.write(label, { bold: true, width: sheet.width - 120 }));
    if (detail) sheet.move(sheet.write(detail, { ink: "quiet", size: 9, width: sheet.width - 120 }));
    sheet.move(6, 40);
  }
  sheet.line();
  sheet.move(8);
}

function drawSum(sheet: PdfWriter, { label, text }: InvoiceLine, setting: TextStyle = {}): void {
  sheet.write(text, { ...setting, end: true });
  sheet.move(sheet.write(label, { ...setting, at: sheet.width / 3 }) + 2, 20);
}
