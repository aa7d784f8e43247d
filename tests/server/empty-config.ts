import { readFileSync } from "node:fs";
import path from "node:path";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";

const documents = new Map(
  ["catalogues/messages", "catalogues/states", "catalogues/texts", "locales/hi"].map((file) => {
    const document = JSON.parse(readFileSync(path.join(appRoot, `schemas/${file}.json`), "utf8")) as AnyDefinition;
    return [`${document.kind}/${document.id}`, document];
  }),
);
const words = {
  orgId: "none",
  organisation: { id: "none", name: "Nobody", colours: { brand: "#1f5fbf" } },
  get: (kind: string, id: string) => documents.get(`${kind}/${id}`),
  list: () => [],
  manifest: () => ({ documents: {}, validators: {} }),
};

/** A release with texts alone: enough for sessions, profiles and limits. */
export const emptyConfig = {
  current: () => ({
    id: "empty",
    organisations: new Map([["none", words]]),
    defaultOrgId: "none",
    locales: [{ id: "en" }, { id: "hi" }],
  }),
  organisation: () => undefined,
  isLastGood: () => false,
} as unknown as ConfigReader;
