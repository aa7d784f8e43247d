import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { appRoot, builtPath } from "#server/root.ts";

/*
 * Papers are drawn with fonts of packages and not of the machine, so that a seed gives the same papers everywhere. What
 * draws letters looks for fonts once in a process, at the first letter: that one is drawn here, and the setting is taken
 * back before a browser is started with it. It must not look again (`rescan`): it would by half a minute later, where the
 * file was written anew meanwhile, and find the machine's.
 */
const setting = "FONTCONFIG_FILE";
const former = process.env[setting];
process.env[setting] = writeSetting();
// Of these a machine takes the one for the other.
const [sans, arial, mono, courier] = await Promise.all(["Arimo", "Arial", "Cousine", "Courier New"].map(drawLetters));
if (former === undefined) delete process.env[setting];
else process.env[setting] = former;

/** Whether they are: not in a process that had drawn a letter before. */
export const areOwnFonts = !sans!.equals(arial!) || !mono!.equals(courier!);

function writeSetting(): string {
  const folder = builtPath("papers/fonts");
  const file = path.join(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  // Another process may be reading it.
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
