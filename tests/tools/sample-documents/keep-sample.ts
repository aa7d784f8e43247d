import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { builtPath } from "#server/root.ts";
import type { Sample } from "./corpus.ts";
import { areOwnFonts } from "./fonts.ts";

/** The file of a sample below dist/, made once: a thousand pictures take minutes. */
export async function keepSample(seed: number, sample: Sample): Promise<string> {
  const folder = builtPath(path.join("papers", String(seed)));
  const file = path.join(folder, `${sample.name}.${sample.contentType === "application/pdf" ? "pdf" : "jpg"}`);
  if (existsSync(file)) return file;
  if (!areOwnFonts) throw new Error("Letters were drawn before with the machine's fonts: import fonts.ts earlier.");
  mkdirSync(folder, { recursive: true });
  const making = `${file}.${process.pid}`;
  writeFileSync(making, await sample.make());
  renameSync(making, file);
  return file;
}
