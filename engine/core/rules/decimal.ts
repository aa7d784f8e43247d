/** An exact decimal: `digits` times ten to the power `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The largest amount of a number that every decimal of 15 digits below it survives unchanged as a JSON number. */
export const largestNumber = 999_999_999_999_999;

/** Digits of a quotient beyond those of its operands, more than a JSON number can hold. */
const quotientDigits = 30;

function toDecimal(value: number): Decimal {
  const [mantissa = "0", power = "0"] = String(value).split("e");
  const [whole = "0", decimals = ""] = mantissa.split(".");
  return { digits: BigInt(whole + decimals), exponent: Number(power) - decimals.length };
}

/** The nearest number; undefined where it is too large for one. Zero has no sign. */
function toNumber({ digits, exponent }: Decimal): number | undefined {
  const value = Number(`${digits}e${exponent}`);
  return Number.isFinite(value) ? value || 0 : undefined;
}

const scale = ({ digits, exponent }: Decimal, to: number): bigint => digits * 10n ** BigInt(exponent - to);
const sizeOf = (value: bigint): number => String(value).length;

/** Two numbers as whole multiples of the same power of ten. */
function toCommon(a: number, b: number): { left: bigint; right: bigint; exponent: number } {
  const [first, second] = [toDecimal(a), toDecimal(b)];
  const exponent = Math.min(first.exponent, second.exponent);
  return { left: scale(first, exponent), right: scale(second, exponent), exponent };
}

/** The sum, exact in decimals: 0.1 and 0.2 make 0.3. Undefined where it is too large. */
export function add(a: number, b: number): number | undefined {
  const { left, right, exponent } = toCommon(a, b);
  return toNumber({ digits: left + right, exponent });
}

/** The first without the second, exact in decimals. */
export const subtract = (a: number, b: number): number | undefined => add(a, -b);

/** The product, exact in decimals. Undefined where it is too large. */
export function multiply(a: number, b: number): number | undefined {
  const [first, second] = [toDecimal(a), toDecimal(b)];
  return toNumber({ digits: first.digits * second.digits, exponent: first.exponent + second.exponent });
}

/** The first divided by the second; undefined for a division by zero. */
export function divide(a: number, b: number): number | undefined {
  const [first, second] = [toDecimal(a), toDecimal(b)];
  if (second.digits === 0n) return undefined;
  const more = quotientDigits + sizeOf(second.digits);
  const digits = (first.digits * 10n ** BigInt(more)) / second.digits;
  return toNumber({ digits, exponent: first.exponent - second.exponent - more });
}

/** What is left after a division into whole parts, with the sign of the first; undefined for a division by zero. */
export function remainder(a: number, b: number): number | undefined {
  const { left, right, exponent } = toCommon(a, b);
  return right === 0n ? undefined : toNumber({ digits: left % right, exponent });
}

/** Rounds to a number of decimals, halves away from zero: 2.5 is 3, -2.5 is -3, 1.005 with two decimals is 1.01. */
export function round(value: number, decimals = 0): number | undefined {
  const { digits, exponent } = toDecimal(value);
  const gone = -exponent - Math.max(-15, Math.min(15, Math.trunc(decimals)));
  if (gone <= 0) return value || 0;
  const unit = 10n ** BigInt(gone);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return toNumber({ digits: ((digits + half) / unit) * unit, exponent });
}

/** Reads a decimal number that a text holds in plain digits: "200", "-12.50". Undefined for any other text. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim();
  return /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(plain) ? Number(plain) || 0 : undefined;
}
