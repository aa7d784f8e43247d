/** Sixteen shades of one colour, 10 (darkest) to 160 (lightest); 80 is the colour. Keys are Fluent's BrandVariants. */
export type BrandRamp = Record<
  10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 | 100 | 110 | 120 | 130 | 140 | 150 | 160,
  string
>;

const steps = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160] as const;
type Rgb = [number, number, number];

/** Returns the ramp of a brand colour ("#0b6a5b"): darker shades towards black, lighter ones towards white. */
export function toBrandRamp(colour: string): BrandRamp {
  const rgb = toRgb(colour);
  return Object.fromEntries(
    steps.map((step) => {
      const share = (step - 80) / 90;
      return [step, toHex(share < 0 ? mix(rgb, [0, 0, 0], -share) : mix(rgb, [255, 255, 255], share))];
    }),
  ) as BrandRamp;
}

/** WCAG 2 contrast of two colours, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [light, dark] = [luminance(toRgb(a)), luminance(toRgb(b))].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const toRgb = (colour: string): Rgb => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as Rgb;
const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb => from.map((part, i) => part + (to[i]! - part) * share) as Rgb;
const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
