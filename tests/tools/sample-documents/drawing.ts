import "./fonts.ts";
import type { Random } from "./random.ts";

/** Fonts of the documents: Arimo, Tinos and Cousine are as wide as Arial, Times New Roman and Courier New. */
export const sans = "Arimo, sans-serif";
export const serif = "Tinos, serif";
export const mono = "Cousine, monospace";
export const hindi = "Noto Sans Devanagari, sans-serif";

type Anchor = "start" | "middle" | "end";
interface Style {
  size: number;
  font?: string;
  bold?: boolean;
  anchor?: Anchor;
  ink?: string;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
export const text = (
  x: number,
  y: number,
  words: string,
  { size, font = sans, bold, anchor = "start", ink = "#1a1a1a" }: Style,
) =>
  `<text xml:space="preserve" x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-family="${font}" font-size="${size}"${bold ? ' font-weight="bold"' : ""} text-anchor="${anchor}" fill="${ink}">${escape(words)}</text>`;
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  more = 'fill="none" stroke="#222" stroke-width="0.7"',
) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${more}/>`;
export const line = (x1: number, y1: number, x2: number, y2: number, width = 0.6) =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#222" stroke-width="${width}"/>`;

export function emblem(x: number, y: number, radius: number, ink: string): string {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    return `<path d="M${x} ${y}L${x + Math.cos(angle) * radius * 0.7} ${y + Math.sin(angle) * radius * 0.7}" stroke="${ink}" stroke-width="0.5"/>`;
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${ink}" stroke-width="1.6"/><circle cx="${x}" cy="${y}" r="${radius * 0.72}" fill="none" stroke="${ink}"/>${rays.join("")}`;
}

/** A round stamp of an office: askew, a little pale. */
export function stamp(random: Random, x: number, y: number): string {
  const ink = random.pick(["#3b3f9e", "#7a2f7d", "#a33"]);
  return `<g transform="rotate(${random.integer(-35, 35)} ${x} ${y})" opacity="0.65"><circle cx="${x}" cy="${y}" r="32" fill="none" stroke="${ink}" stroke-width="2"/><circle cx="${x}" cy="${y}" r="22" fill="none" stroke="${ink}"/>${text(x, y + 3, "VERIFIED", { size: 7, bold: true, anchor: "middle", ink })}</g>`;
}

export function signature(random: Random, x: number, y: number, office: string): string {
  let path = `M${x} ${y}`;
  for (let i = 0; i < 6; i += 1)
    path += ` q${random.integer(2, 10)} ${random.integer(-18, 6)} ${random.integer(6, 14)} ${random.integer(-5, 5)}`;
  return `<path d="${path}" fill="none" stroke="#23307a" stroke-width="1.1"/>${text(x + 30, y + 18, office, { size: 8.5, anchor: "middle" })}`;
}

/** A portrait as it is printed on some marksheets. */
export function portrait(random: Random, x: number, y: number): string {
  const skin = random.pick(["#a9825f", "#c69c76", "#8a6547"]);
  return `${box(x, y, 70, 86, 'fill="#9fb4c9" stroke="#333"')}<ellipse cx="${x + 35}" cy="${y + 36}" rx="17" ry="22" fill="${skin}"/><path d="M${x + 17} ${y + 32}q18 -34 36 0q-4 -14 -18 -14t-18 14z" fill="#1c1714"/><path d="M${x + 5} ${y + 86}q30 -48 60 0z" fill="#37474f"/><path d="M${x + 27} ${y + 34}h5M${x + 38} ${y + 34}h5M${x + 30} ${y + 48}h10" stroke="#2a1d14" stroke-width="1.6"/>`;
}

/** Fine waves behind the writing, as on security paper. */
export function waves(random: Random, { width, height }: { width: number; height: number }): string {
  const ink = random.pick(["#dbe7d6", "#e8dccb", "#d8e2ee", "#ecdcea"]);
  const rows = Array.from(
    { length: Math.floor(height / 9) },
    (_, i) =>
      `<path d="M0 ${i * 9}${`q15 -7 30 0t30 0`.repeat(Math.ceil(width / 60))}" fill="none" stroke="${ink}" stroke-width="1.1"/>`,
  );
  return rows.join("");
}

/** A table: widths of its columns as shares, lines drawn or not. */
export function table(
  x: number,
  y: number,
  width: number,
  columns: readonly number[],
  rows: readonly (readonly string[])[],
  {
    size,
    font,
    rowHeight,
    ruled = true,
    shaded = false,
  }: Style & { rowHeight: number; ruled?: boolean; shaded?: boolean },
): string {
  const starts = columns.map((_, i) => x + width * columns.slice(0, i).reduce((sum, share) => sum + share, 0));
  const parts = rows.flatMap((row, r) =>
    row.map((cell, c) =>
      text(starts[c]! + 4, y + r * rowHeight + rowHeight * 0.7, cell, {
        size,
        ...(font && { font }),
        bold: r === 0,
        ...(r === 0 && shaded && { ink: "#ffffff" }),
      }),
    ),
  );
  const head = shaded ? box(x, y, width, rowHeight, 'fill="#2f4b7c"') : "";
  const frame = ruled
    ? [
        box(x, y, width, rowHeight * rows.length),
        ...rows.map((_, r) => line(x, y + r * rowHeight, x + width, y + r * rowHeight)),
        ...starts.map((start) => line(start, y, start, y + rowHeight * rows.length)),
      ].join("")
    : "";
  return head + frame + parts.join("");
}
