import { toLatin } from "./latin.ts";
import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from "pdf-lib";

const [width, height] = [595.28, 841.89];
const margin = 48;
/** Between these words stand; below stands the number of the page. */
const [top, bottom] = [height - margin, margin + 24];
const plainSize = 10;
const ink = {
  plain: rgb(0.13, 0.13, 0.13),
  quiet: rgb(0.38, 0.38, 0.38),
  warning: rgb(0.7, 0.1, 0.1),
  paper: rgb(1, 1, 1),
};
const rule = rgb(0.8, 0.8, 0.8);

/** How words are set. */
export interface Setting {
  size?: number;
  bold?: true;
  ink?: keyof typeof ink;
  /** From the left edge of the text; `end`: from the right, set flush right. */
  at?: number;
  end?: true;
  /** Longer lines are broken. */
  width?: number;
}

const toLineHeight = ({ size = plainSize }: Setting): number => size * 1.4;

const toColour = (colour: string) => {
  const [red, green, blue] = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255);
  return rgb(red!, green!, blue!);
};

/** An A4 paper that is written from top to bottom, with a page more whenever one is full. */
export class Sheet {
  readonly #document: PDFDocument;
  readonly #fonts: { plain: PDFFont; bold: PDFFont };
  #page: PDFPage;
  #y = 0;

  private constructor(document: PDFDocument, fonts: { plain: PDFFont; bold: PDFFont }) {
    this.#document = document;
    this.#fonts = fonts;
    this.#page = this.#turn();
  }

  static async open(): Promise<Sheet> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const plain = await document.embedFont(StandardFonts.Helvetica);
    return new Sheet(document, { plain, bold: await document.embedFont(StandardFonts.HelveticaBold) });
  }

  /** The width between the margins. */
  readonly width = width - 2 * margin;

  /** True when every letter of a text is in the font. */
  canWrite(text: string): boolean {
    return [...text].every((letter) => this.#has(letter));
  }

  /** How far down a text will go. */
  measure(text: string, setting: Setting = {}): number {
    return this.#toLines(text, setting).length * toLineHeight(setting);
  }

  /** Writes without moving on, and on this page alone; gives how far down it went. */
  write(text: string, setting: Setting = {}): number {
    const lines = this.#toLines(text, setting);
    lines.forEach((line, i) => this.#draw(line, setting, this.#y - i * toLineHeight(setting)));
    return lines.length * toLineHeight(setting);
  }

  /** Writes and moves on, so far below it; what is too long for this page goes on on the next. */
  flow(text: string, setting: Setting, below = 0): void {
    const lineHeight = toLineHeight(setting);
    for (const line of this.#toLines(text, setting)) {
      this.move(0, lineHeight);
      this.#draw(line, setting, this.#y);
      this.#y -= lineHeight;
    }
    this.#y -= below;
  }

  /**
   * Writes a label and what it is called beside it, from `at`, and moves on, so far below both. What one page can hold
   * stands on one.
   */
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

  /** Moves down; where so much more does not fit, to a new page. */
  move(by: number, room = 0): void {
    this.#y -= by;
    if (this.#y - room < bottom) this.#turn();
  }

  /** Fills from the top edge of the paper down to here and so much lower with a colour, `#rrggbb`; later words stand on it. */
  fillBand(colour: string, height: number): void {
    this.#page.drawRectangle({
      x: 0,
      y: this.#y - height,
      width,
      height: 842 - this.#y + height,
      color: toColour(colour),
    });
  }

  /** Draws a square of dark and light fields, row by row, with its upper left corner here. */
  drawCode({ size, data }: { size: number; data: ArrayLike<number | boolean> }, side: number, at = 0): void {
    const field = side / size;
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1)
        if (data[row * size + column])
          this.#page.drawRectangle({
            x: margin + at + column * field,
            y: this.#y - (row + 1) * field,
            // A hair wider than it is: between fields no light shows.
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

  /** Writes at the foot of every page, and gives the paper. */
  async close(title: string, madeAt: Date, toFoot: (n: number, of: number) => string): Promise<Buffer> {
    const pages = this.#document.getPages();
    pages.forEach((page, i) => {
      this.#page = page;
      this.#y = margin;
      this.write(toFoot(i + 1, pages.length), { size: 8, ink: "quiet", end: true });
    });
    this.#document.setTitle(title, { showInWindowTitleBar: true });
    this.#document.setCreationDate(madeAt);
    this.#document.setModificationDate(madeAt);
    return Buffer.from(await this.#document.save());
  }

  /**
   * The text as far as the font has its letters: words of Indian scripts in Latin ones, accents that it lacks left off, what
   * it cannot write at all left out.
   */
  toWritable(text: string): string {
    const written = [...toLatin(text)].map((letter) => {
      if (this.#has(letter)) return letter;
      const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
      return bare !== "" && [...bare].every((one) => this.#has(one)) ? bare : "";
    });
    return written.join("").trim();
  }

  #has(letter: string): boolean {
    return this.#fonts.plain.getCharacterSet().includes(letter.codePointAt(0)!);
  }

  #turn(): PDFPage {
    this.#page = this.#document.addPage([width, height]);
    this.#y = top;
    return this.#page;
  }

  /** One line with its upper edge there. */
  #draw(line: string, setting: Setting, y: number): void {
    const { size = plainSize, at = 0, end, ink: colour = "plain" } = setting;
    const font = this.#toFont(setting);
    const x = end ? width - margin - at - font.widthOfTextAtSize(line, size) : margin + at;
    this.#page.drawText(line, { x, y: y - size, size, font, color: ink[colour] });
  }

  #toFont = ({ bold }: Setting): PDFFont => (bold ? this.#fonts.bold : this.#fonts.plain);

  #toLines(text: string, setting: Setting): string[] {
    const { size = plainSize, at = 0, width: room = this.width - at } = setting;
    return this.#break(this.toWritable(text), this.#toFont(setting), size, room);
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

  /** A word that is wider than the room, in pieces that are not. */
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
