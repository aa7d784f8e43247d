import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { appRoot, builtPath } from "#server/root.ts";

/*
 * Documents are drawn with fonts of npm packages, so that a seed gives the same documents on every machine. The drawing
 * library looks for fonts once per process, at the first letter. This module draws that letter and then restores the
 * setting, so that browsers do not inherit it. `rescan` must stay off: it would find the machine's fonts later.
 */
const setting = "FONTCONFIG_FILE";
const former = process.env[setting];
process.env[setting] = writeSetting();
// A machine substitutes the second of each pair for the first.
const [sans, arial, mono, courier] = await Promise.all(["Arimo", "Arial", "Cousine", "Courier New"].map(drawLetters));
if (former === undefined) delete process.env[setting];
else process.env[setting] = former;

/** Returns whether these fonts are in use. False if the process had drawn a letter before. */
export const areOwnFonts = !sans!.equals(arial!) || !mono!.equals(courier!);

function writeSetting(): string {
  const folder = builtPath("papers/fonts");
  const file = path.join(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  // Another process may read it.
  const making = `${file}.${process.pid}`;
  writeFileSync(
    making,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><config><rescan><int>0</int></rescan></config><dir>${path.join(appRoot, "node_modules/@expo-google-fonts")}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  );
  renameSync(making, file);
  return file;
}

function drawLetters(font: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text y="15" font-family="${font}">illumine</text></svg>`;
  return sharp(Buffer.from(svg)).raw().toBuffer();
}
