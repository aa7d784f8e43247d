import type { InkComponent } from "./ink.ts";

/** Signs of an upright page (above 0) or an upside-down page (below 0), in standard deviations over all letters. */
export interface Orientation {
  /** Letters open to the right more often than to the left. */
  open: number;
  /** Closed bows are higher in capitals and figures. */
  bows: number;
  /** Ascenders outnumber descenders. */
  rise: number;
  /** Words of Indian scripts hang from a head stroke. */
  hang: number;
  letters: number;
}

/** A mean in units of its expected deviation. */
class Tally {
  #sum = 0;
  #squares = 0;
  #count = 0;
  add(value: number): void {
    this.#sum += value;
    this.#squares += value * value;
    this.#count += 1;
  }
  get score(): number {
    return this.#count < 6 ? 0 : this.#sum / Math.sqrt(this.#squares + 1e-6);
  }
}

/**
 * Measures which way up the letters are. Openings: Aradhye, A generic method for determining up/down orientation of
 * text in Roman and non-Roman scripts, 2005. Ascenders: Caprari, Algorithm for text page up/down orientation
 * determination, 2000.
 */
export function measureOrientation(ink: Uint8Array, width: number, letters: readonly InkComponent[]): Orientation {
  const [open, bows, rise, hang] = [new Tally(), new Tally(), new Tally(), new Tally()];
  for (const letter of letters) {
    const [wide, high] = [letter.right - letter.left + 1, letter.bottom - letter.top + 1];
    if (high < 7) continue;
    if (wide > high * 1.4) {
      const stroke = readStroke(ink, width, letter);
      if (stroke !== 0) hang.add(stroke);
    } else if (wide >= 4 && high < wide * 3) {
      open.add(readOpening(ink, width, letter));
      const bow = readBow(ink, width, letter);
      if (bow !== 0) bows.add(bow);
    }
  }
  for (const value of readRises(letters)) rise.add(value);
  return { open: open.score, bows: bows.score, rise: rise.score, hang: hang.score, letters: letters.length };
}

/** How much deeper a letter opens to the right than to the left, as share of its box. */
function readOpening(ink: Uint8Array, width: number, { left, top, right, bottom }: InkComponent): number {
  let difference = 0;
  for (let y = top; y <= bottom; y += 1) {
    let [from, to] = [left, right];
    while (from <= right && !ink[y * width + from]) from += 1;
    if (from > right) continue;
    while (!ink[y * width + to]) to -= 1;
    difference += right - to - (from - left);
  }
  return difference / ((right - left + 1) * (bottom - top + 1));
}

/** Position of the paper enclosed by a letter: 1 at its top, -1 at its bottom, 0 without any. */
function readBow(ink: Uint8Array, width: number, { left, top, right, bottom }: InkComponent): number {
  const [wide, high] = [right - left + 3, bottom - top + 3];
  const outside = new Uint8Array(wide * high);
  const queue = [0];
  outside[0] = 1;
  const isInk = (at: number) => {
    const [x, y] = [(at % wide) - 1 + left, Math.floor(at / wide) - 1 + top];
    return x >= left && x <= right && y >= top && y <= bottom && ink[y * width + x] === 1;
  };
  // Paper that is not connected to the outside is enclosed.
  while (queue.length > 0) {
    const at = queue.pop()!;
    const x = at % wide;
    for (const to of [x > 0 ? at - 1 : -1, x < wide - 1 ? at + 1 : -1, at - wide, at + wide]) {
      if (to < 0 || to >= outside.length || outside[to] || isInk(to)) continue;
      outside[to] = 1;
      queue.push(to);
    }
  }
  let [count, rows] = [0, 0];
  for (let at = 0; at < outside.length; at += 1) {
    if (outside[at] || isInk(at)) continue;
    count += 1;
    rows += Math.floor(at / wide) - 1;
  }
  if (count < 2) return 0;
  const place = 1 - (2 * (rows / count + 0.5)) / (bottom - top + 1);
  return Math.abs(place) < 0.08 ? 0 : place;
}

/**
 * Returns 1 when the row with most ink is in a word's upper part, -1 in its lower part, 0 without a full-width stroke.
 */
function readStroke(ink: Uint8Array, width: number, { left, top, right, bottom }: InkComponent): number {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  let [best, at] = [0, 0];
  for (let y = top; y <= bottom; y += 1) {
    let sum = 0;
    for (let x = left; x <= right; x += 1) sum += ink[y * width + x]!;
    if (sum > best) [best, at] = [sum, y - top];
  }
  if (best < wide * 0.8) return 0;
  const place = (at + 0.5) / high;
  return place < 0.46 ? 1 : place > 0.54 ? -1 : 0;
}

/** For neighbours in a line: ascender minus descender of the taller one, as share of its height. */
function readRises(letters: readonly InkComponent[]): number[] {
  const sorted = [...letters].sort((a, b) => a.left - b.left);
  const found: number[] = [];
  sorted.forEach((letter, i) => {
    const high = letter.bottom - letter.top + 1;
    for (let j = i + 1; j < Math.min(sorted.length, i + 60); j += 1) {
      const other = sorted[j]!;
      if (other.left - letter.right > high) break;
      if (other.left <= letter.right) continue;
      const otherHigh = other.bottom - other.top + 1;
      const shared = Math.min(letter.bottom, other.bottom) - Math.max(letter.top, other.top) + 1;
      if (shared < Math.min(high, otherHigh) * 0.7) continue;
      const ratio = Math.max(high, otherHigh) / Math.min(high, otherHigh);
      if (ratio > 1.15 && ratio < 2) {
        const [tall, low] = high > otherHigh ? [letter, other] : [other, letter];
        const rise = (low.top - tall.top - (tall.bottom - low.bottom)) / (tall.bottom - tall.top + 1);
        if (Math.abs(rise) > 0.08) found.push(Math.sign(rise));
      }
      break;
    }
  });
  return found;
}
