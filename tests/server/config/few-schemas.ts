import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { appRoot } from "#server/root.ts";

/**
 * Our own documents for one organisation alone, in English, whose request asks for everything that can be verified: whole
 * as they are, and a check of them costs a quarter. For who looks at what becomes of documents, whichever they are.
 */
export function copyFewSchemas(folder: string): void {
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
  rmSync(path.join(folder, "locales"), { recursive: true });
  const verifications = readdirSync(path.join(folder, "verifications")).map((name) => path.basename(name, ".json"));
  for (const id of readdirSync(path.join(folder, "organisations"))) {
    const own = path.join(folder, "organisations", id);
    const organisation = read<"organisation">(path.join(own, "organisation.json"));
    if (organisation.default !== true) {
      rmSync(own, { recursive: true });
      continue;
    }
    writeFileSync(path.join(own, "organisation.json"), JSON.stringify({ ...organisation, locales: ["en"] }));
    for (const name of readdirSync(own).filter((one) => one !== "organisation.json"))
      askForAll(path.join(own, name), verifications);
  }
}

function askForAll(file: string, verifications: readonly string[]): void {
  const request = read<"request">(file);
  const asked = new Set(request.verifications.map(({ verification }) => verification));
  for (const verification of verifications)
    if (!asked.has(verification)) request.verifications.push({ verification, skipAllowed: true });
  writeFileSync(file, JSON.stringify(request));
}

const read = <K extends "organisation" | "request">(file: string) =>
  JSON.parse(readFileSync(file, "utf8")) as DocumentOf<K>;
