import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { appRoot } from "#server/root.ts";

/**
 * Copies the repository's definitions of one organisation, in English, with a request for every verification. They pass
 * the check, which takes a quarter of the time. For tests of what happens to definitions.
 */
export function copySmallSchemas(folder: string): void {
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
  JSON.parse(readFileSync(file, "utf8")) as DefinitionOf<K>;
