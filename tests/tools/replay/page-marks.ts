import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { findAppAt, type AppDefinition } from "#engine/core/definitions/app.ts";
import { appRoot } from "#server/root.ts";

const folder = path.join(appRoot, "schemas/apps");
let apps: readonly AppDefinition[] | undefined;

const readApps = (): readonly AppDefinition[] =>
  readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as AppDefinition);

/** The marks that the server writes into the page at a path (server/api/routes/page.ts). */
export function toPageMarks(place: string): Record<string, string> {
  const app = findAppAt((apps ??= readApps()), place);
  return {
    "sanad-sandbox": "1",
    ...(app && app.base !== "/" && { "sanad-app": app.id, "sanad-sign-in": app.signIn }),
  };
}
