import { transliterate } from "./transliterate.ts";
import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from "pdf-lib";

const [width, height] = [595.28, 841.89];
const margin = 48;
/** The bounds of the text; the page number is below. */
const [top, bottom] = [height - margin, margin + 24];
const defaultSize = 10;
const ink = {
  plain: rgb(0.13, 0.13, 0.13),
  quiet: rgb(0.38, 0.38, 0.38),
  warning: rgb(0.7, 0.1, 0.1),
  paper: rgb(1, 1, 1),
};
const rule = rgb(0.8, 0.8, 0.8);

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

const toColour = (colour: string) => {
  const [red, green, blue] = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255);
  return rgb(red!, green!, blue!);
};

/** Writes A4 pages from top to bottom, and adds a page when one is full. */
export class PdfWriter {
  readonly #document: PDFDocument;
  readonly #fonts: { plain: PDFFont; bold: PDFFont };
  #page: PDFPage;
  #y = 0;

  private constructor(document: PDFDocument, fonts: { plain: PDFFont; bold: PDFFont }) {
    this.#document = document;
    this.#fonts = fonts;
    this.#page = this.#addPage();
  }

  static async open(): Promise<PdfWriter> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const plain = await document.embedFont(StandardFonts.Helvetica);
    return new PdfWriter(document, { plain, bold: await document.embedFont(StandardFonts.HelveticaBold) });
  }

  /** The width between the margins. */
  readonly width = width - 2 * margin;

  /** Returns whether the font has every letter of a text. */
  canWrite(text: string): boolean {
    return [...text].every((letter) => this.#has(letter));
  }

  /** The height of a text. */
  measure(text: string, style: TextStyle = {}): number {
    return this.#toLines(text, style).length * toLineHeight(style);
  }

  /** Writes on this page without moving down, and returns the height. */
  write(text: string, style: TextStyle = {}): number {
    const lines = this.#toLines(text, style);
    lines.forEach((line, i) => this.#draw(line, style, this.#y - i * toLineHeight(style)));
    return lines.length * toLineHeight(style);
  }

  /** Writes and moves down, with a gap of `below`. A long text continues on the next page. */
  flow(text: string, style: TextStyle, below = 0): void {
    const lineHeight = toLineHeight(style);
    for (const line of this.#toLines(text, style)) {
      this.move(0, lineHeight);
      this.#draw(line, style, this.#y);
      this.#y -= lineHeight;
    }
    this.#y -= below;
  }

  /** Writes a label with its value beside it, from `at`, and moves down. Keeps both on one page if they fit. */
  pair(label: string, text: string, at: number, below = 0): void {
    const left = { ink: "quiet", width: at - 14 } as const;
    const labelHeight = this.measure(label, left);
    this.move(0, Math.min(Math.max(labelHeight, this.measure(text, { at })), top - bottom));
    const [page, end] = [this.#page, this.#y - labelHeight];
    this.write(label, left);
    this.flow(text, { at });
    if (this.#page === page) this.#y = Math.min(this.#y, end);
    this.#y -= below;
  }

  /** Moves down. Starts a new page when `room` more does not fit. */
  move(by: number, room = 0): void {
    this.#y -= by;
    if (this.#y - room < bottom) this.#addPage();
  }

  /** Fills a band from the top edge of the page to `height` below here. `#rrggbb`; later text is drawn on it. */
  fillBand(colour: string, height: number): void {
    this.#page.drawRectangle({
      x: 0,
      y: this.#y - height,
      width,
      height: 842 - this.#y + height,
      color: toColour(colour),
    });
  }

  /** Draws a QR code with its upper left corner here. */
  drawCode({ size, data }: { size: number; data: ArrayLike<number | boolean> }, side: number, at = 0): void {
    const field = side / size;
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1)
        if (data[row * size + column])
          this.#page.drawRectangle({
            x: margin + at + column * field,
            y: this.#y - (row + 1) * field,
            // Slightly wider than a field, so that no gap shows between fields.
            width: field + 0.05,
            height: field + 0.05,
            color: ink.plain,
          });
  }

  line(): void {
    this.move(0);
    this.#page.drawLine({
      start: { x: margin, y: this.#y },
      end: { x: width - margin, y: this.#y },
      thickness: 0.75,
      color: rule,
    });
  }

  /** Writes the footers and returns the PDF. */
  async close(title: string, madeAt: Date, toFooter: (n: number, of: number) => string): Promise<Buffer> {
    const pages = this.#document.getPages();
    pages.forEach((page, i) => {
      this.#page = page;
      this.#y = margin;
      this.write(toFooter(i + 1, pages.length), { size: 8, ink: "quiet", end: true });
    });
    this.#document.setTitle(title, { showInWindowTitleBar: true });
    this.#document.setCreationDate(madeAt);
    this.#document.setModificationDate(madeAt);
    return Buffer.from(await this.#document.save());
  }

  /**
   * The text in letters that the font has: Indian scripts are transliterated, missing accents dropped, other letters
   * removed.
   */
  toWritable(text: string): string {
    const written = [...transliterate(text)].map((letter) => {
      if (this.#has(letter)) return letter;
      const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
      return bare !== "" && [...bare].every((one) => this.#has(one)) ? bare : "";
    });
    return written.join("").trim();
  }

  #has(letter: string): boolean {
    return this.#fonts.plain.getCharacterSet().includes(letter.codePointAt(0)!);
  }

  #addPage(): PDFPage {
    this.#page = this.#document.addPage([width, height]);
    this.#y = top;
    return this.#page;
  }

  /** `y` is the upper edge of the line. */
  #draw(line: string, style: TextStyle, y: number): void {
    const { size = defaultSize, at = 0, end, ink: colour = "plain" } = style;
    const font = this.#toFont(style);
    const x = end ? width - margin - at - font.widthOfTextAtSize(line, size) : margin + at;
    this.#page.drawText(line, { x, y: y - size, size, font, color: ink[colour] });
  }

  #toFont = ({ bold }: TextStyle): PDFFont => (bold ? this.#fonts.bold : this.#fonts.plain);

  #toLines(text: string, style: TextStyle): string[] {
    const { size = defaultSize, at = 0, width: room = this.width - at } = style;
    return this.#break(this.toWritable(text), this.#toFont(style), size, room);
  }

  #break(text: string, font: PDFFont, size: number, room: number): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/\s+/).flatMap((one) => this.#cut(one, font, size, room))) {
      const longer = line ? `${line} ${word}` : word;
      if (line && font.widthOfTextAtSize(longer, size) > room) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  /** Splits a word that is wider than `room`. */
  #cut(word: string, font: PDFFont, size: number, room: number): string[] {
    const pieces = [""];
    for (const letter of word) {
      const longer = pieces.at(-1)! + letter;
      if (pieces.at(-1) && font.widthOfTextAtSize(longer, size) > room) pieces.push(letter);
      else pieces[pieces.length - 1] = longer;
    }
    return pieces;
  }
}
