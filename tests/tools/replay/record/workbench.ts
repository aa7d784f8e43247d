import path from "node:path";
import { appRoot } from "#server/root.ts";
import { buildWorkbench, toWorkbenchUrl } from "#server/workbench/workbench.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { InvalidFixture } from "../read-fixtures.ts";
import { findForm, type RecordingOptions } from "./recording-setup.ts";

/** A running workbench. */
export interface RunningWorkbench {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the workbench for an app on a free port. */
export async function openWorkbench(appUrl: string, schemasDir: string): Promise<RunningWorkbench> {
  const server = await buildWorkbench({ appUrl, schemasDir, webDir: path.join(appRoot, "dist/workbench") });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as { port: number };
  return { url: toWorkbenchUrl(port), close: () => server.close() };
}

/**
 * The first view of the workbench: an address of it, or a new candidate at home. Throws InvalidFixture for an unknown
 * value.
 */
export function toWorkbenchQuery({ organisation, form, from }: RecordingOptions, set: DefinitionSet): string {
  if (from !== undefined) {
    const [, query] = from.split("?");
    if (query === undefined) throw new InvalidFixture(`'${from}' is no address of the workbench.`);
    return `?${query}`;
  }
  const place = findForm(set, organisation, form);
  const chosen = { subject: "screens/home", org: place.organisation, request: place.form, who: "newcomer" };
  return `?${new URLSearchParams(chosen).toString()}`;
}
