import { readFileSync } from "node:fs";
import path from "node:path";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { appRoot } from "#server/root.ts";

let framed: ReadonlySet<string> | undefined;

/** Events of the page frame. Two modes may differ in them. */
function readFramed(): ReadonlySet<string> {
  if (framed) return framed;
  const file = path.join(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"), "catalogues/analytics.json");
  const { events } = JSON.parse(readFileSync(file, "utf8")) as DefinitionOf<"analytics">;
  const ofScreens = new Set(events.filter(({ frame }) => frame === undefined).map(({ event }) => event));
  framed = new Set(events.map(({ event }) => event).filter((event) => !ofScreens.has(event)));
  return framed;
}

/** An event as a page reports it. */
interface Reported {
  readonly name: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The events of a page report in order, each with its properties. */
export function toEventNames(report: string): string[] {
  const { list } = JSON.parse(report) as { list: Reported[] };
  return list.filter(({ name }) => !readFramed().has(name)).map(toLine);
}

function toLine({ name, properties = {} }: Reported): string {
  const texts = Object.entries(properties).map(([key, value]) => `${key} ${String(value)}`);
  return texts.length > 0 ? `${name} (${texts.toSorted().join(", ")})` : name;
}

/** The path that receives event reports. */
export const eventsPath = "/t/events";
