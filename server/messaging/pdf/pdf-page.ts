import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buffer as readAll } from "node:stream/consumers";
import * as fontkit from "fontkit";
import PDFDocument from "pdfkit";
import { once } from "#engine/core/base/once.ts";
import { transliterate } from "./transliterate.ts";

const [width, height] = [595.28, 841.89];
const margin = 48;
/** The bounds of the text from the upper edge of the page; the page number is below. */
const [top, bottom] = [margin, height - margin - 24];
const defaultSize = 10;
const ink = { plain: "#212121", quiet: "#616161", warning: "#b31a1a", paper: "#ffffff" };
const rule = "#cccccc";

/** Noto Sans with Latin and Devanagari letters. Its tables shape conjuncts and reorder vowels. */
const folder = "@expo-google-fonts/noto-sans-devanagari";
const readFont = (file: string) =>
  once(() => readFileSync(createRequire(import.meta.url).resolve(`${folder}/${file}`)));
const fonts = {
  plain: readFont("400Regular/NotoSansDevanagari_400Regular.ttf"),
  bold: readFont("700Bold/NotoSansDevanagari_700Bold.ttf"),
};
const readLetters = once(() => new Set((fontkit.create(fonts.plain()) as fontkit.Font).characterSet));
/** Letters that the font joins and reorders. */
const shaped = /[\u0900-\u097f]/u;
const graphemes = new Intl.Segmenter("hi", { granularity: "grapheme" });

/** Style and position of a text. */
export interface TextStyle {
  size?: number;
  bold?: true;
  ink?: keyof typeof ink;
  /** Offset from the left edge of the text, or from the right with `end`, which aligns right. */
  at?: number;
  end?: true;
  /** Longer lines are wrapped. */
  width?: number;
}

const toLineHeight = ({ size = defaultSize }: TextStyle): number => size * 1.4;

/** Writes A4 pages from top to bottom, and adds a page when one is full. */
export class PdfWriter {
  readonly #document: PDFKit.PDFDocument;
  /** From the upper edge of the page. */
  #y = top;
  #page = 0;

  constructor({ title, madeAt, language }: { title: string; madeAt: Date; language: string }) {
    this.#document = new PDFDocument({
      size: [width, height],
      margin: 0,
      bufferPages: true,
      pdfVersion: "1.7",
      lang: language,
      displayTitle: true,
      info: { Title: title, CreationDate: madeAt, ModDate: madeAt },
    });
    for (const [name, read] of Object.entries(fonts)) this.#document.registerFont(name, read());
  }

  /** The width between the margins. */
  readonly width = width - 2 * margin;

  /** The height of a text. */
  measure(text: string, style: TextStyle = {}): number {
    return this.#toLines(text, style).length * toLineHeight(style);
  }

  /** Writes on this page without moving down, and returns the height. */
  write(text: string, style: TextStyle = {}): number {
    const lines = this.#toLines(text, style);
    lines.forEach((line, i) => this.#draw(line, style, this.#y + i * toLineHeight(style)));
    return lines.length * toLineHeight(style);
  }

  /** Writes and moves down, with a gap of `below`. A long text continues on the next page. */
  flow(text: string, style: TextStyle, below = 0): void {
    const lineHeight = toLineHeight(style);
    for (const line of this.#toLines(text, style)) {
      this.move(0, lineHeight);
      this.#draw(line, style, this.#y);
      this.#y += lineHeight;
    }
    this.#y += below;
  }

  /** Writes a label with its value beside it, from `at`, and moves down. Keeps both on one page if they fit. */
  pair(label: string, text: string, at: number, below = 0): void {
    const left = { ink: "quiet", width: at - 14 } as const;
    const labelHeight = this.measure(label, left);
    this.move(0, Math.min(Math.max(labelHeight, this.measure(text, { at })), bottom - top));
    const [page, end] = [this.#page, this.#y + labelHeight];
    this.write(label, left);
    this.flow(text, { at });
    if (this.#page === page) this.#y = Math.max(this.#y, end);
    this.#y += below;
  }

  /** Moves down. Starts a new page when `room` more does not fit. */
  move(by: number, room = 0): void {
    this.#y += by;
    if (this.#y + room > bottom) this.#addPage();
  }

  /** Fills a band from the top edge of the page to `height` below here. `#rrggbb`; later text is drawn on it. */
  fillBand(colour: string, bandHeight: number): void {
    this.#document.rect(0, 0, width, this.#y + bandHeight).fill(colour);
  }

  /** Draws a QR code with its upper left corner here. */
  drawCode({ size, data }: { size: number; data: ArrayLike<number | boolean> }, side: number, at = 0): void {
    const field = side / size;
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1)
        if (data[row * size + column])
          // Slightly wider than a field, so that no gap shows between fields.
          this.#document.rect(margin + at + column * field, this.#y + row * field, field + 0.05, field + 0.05);
    this.#document.fill(ink.plain);
  }

  line(): void {
    this.move(0);
    this.#document
      .moveTo(margin, this.#y)
      .lineTo(width - margin, this.#y)
      .lineWidth(0.75)
      .stroke(rule);
  }

  /** Writes the footers and returns the PDF. */
  async close(toFooter: (n: number, of: number) => string): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      this.#y = height - margin;
      this.write(toFooter(page + 1, count), { size: 8, ink: "quiet", end: true });
    }
    const bytes = readAll(this.#document);
    this.#document.end();
    return bytes;
  }

  #addPage(): void {
    this.#document.addPage();
    this.#page += 1;
    this.#y = top;
  }

  /** `y` is the upper edge of the line. */
  #draw(line: string, style: TextStyle, y: number): void {
    const { size = defaultSize, at = 0, end, ink: colour = "plain" } = style;
    const x = end ? width - margin - at - this.#measureLine(line, style) : margin + at;
    const document = this.#setFont(style).fillColor(ink[colour]);
    // Shaping reorders letters: readers and screen readers get the text as it is written (ISO 32000-1, 14.9.4).
    const isReordered = shaped.test(line);
    if (isReordered) document.markContent("Span", { actual: line });
    document.text(line, x, y + size, { lineBreak: false, baseline: "alphabetic" });
    if (isReordered) document.endMarkedContent();
  }

  #setFont({ bold, size = defaultSize }: TextStyle): PDFKit.PDFDocument {
    return this.#document.font(bold ? "bold" : "plain").fontSize(size);
  }

  #measureLine(line: string, style: TextStyle): number {
    return this.#setFont(style).widthOfString(line);
  }

  #toLines(text: string, style: TextStyle): string[] {
    const { at = 0, width: room = this.width - at } = style;
    const lines: string[] = [];
    let line = "";
    for (const word of toWritable(text)
      .split(/\s+/)
      .flatMap((one) => this.#cut(one, style, room))) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.#measureLine(longer, style) > room) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  /** Splits a word that is wider than `room`, between letters as people see them. */
  #cut(word: string, style: TextStyle, room: number): string[] {
    if (this.#measureLine(word, style) <= room) return [word];
    const pieces = [""];
    for (const { segment } of graphemes.segment(word)) {
      const longer = pieces.at(-1)! + segment;
      if (pieces.at(-1) && this.#measureLine(longer, style) > room) pieces.push(segment);
      else pieces[pieces.length - 1] = longer;
    }
    return pieces;
  }
}

/** Returns whether the font has every letter of a text. */
export function canWrite(text: string): boolean {
  const letters = readLetters();
  return [...text].every((letter) => letters.has(letter.codePointAt(0)!));
}

/**
 * The text in letters that the font has: words in other Indian scripts are transliterated, missing accents dropped,
 * other letters removed.
 */
export function toWritable(text: string): string {
  const known = text
    .normalize("NFC")
    .replace(/[\u0900-\u0d7f]+/gu, (word) => (canWrite(word) ? word : transliterate(word)));
  const written = [...known].map((letter) => {
    if (canWrite(letter)) return letter;
    const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
    return bare !== "" && canWrite(bare) ? bare : "";
  });
  return written.join("").trim();
}
