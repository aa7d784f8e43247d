import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { copySmallSchemas } from "../../../server/config/small-schemas.ts";
import type { Fixture } from "../contracts.ts";
import { WorkerProcess } from "./worker-process.ts";

const schemasDir = path.join(makeTemporaryFolder(), "schemas");
copySmallSchemas(schemasDir);
vi.stubEnv("SCHEMAS_DIR", schemasDir);
// The test runner sets BASE_URL to its own server.
vi.stubEnv("BASE_URL", undefined);
// Runs in its own process, because a headless page leaves browser globals.
const options = {
  schemasDir,
  modes: ["headless"],
  update: false,
  screenshots: undefined,
  keepsObservations: true,
} as const;
const worker = new WorkerProcess(options, () => undefined);
afterAll(async () => {
  await worker.close();
  vi.unstubAllEnvs();
  rmSync(path.dirname(schemasDir), { recursive: true, force: true });
});

const fixture: Fixture = {
  name: "visitor-reads-instructions",
  description: "A visitor reads the instructions.",
  organisation: "gce",
  form: "education-evaluation",
  locale: "en",
  timeZone: "Asia/Kolkata",
  viewport: { width: 390, height: 844 },
  candidate: { name: "Asha Verma", mobile: "+9198########" },
  values: {},
  files: {},
  until: "read",
  steps: [{ id: "read", title: "The page opens.", do: [{ open: "/instructions?orgId=gce" }] }],
};

/** Plays a round and returns the lines of the page. */
async function playRound(): Promise<readonly string[]> {
  await worker.loadDefinitions();
  const { story } = await worker.play(fixture);
  expect(story.faults).toEqual([]);
  return story.played[0]?.steps[0]?.observation?.lines ?? [];
}
const head = (words: string) => {
  const file = path.join(schemasDir, "screens/wallet/help.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/"text": "[^"]*"/, `"text": "${words}"`));
};
const showing = (words: string) => expect.arrayContaining([expect.stringContaining(words)]) as unknown;

test("plays the current definitions in each round", async () => {
  expect(await playRound()).toEqual(showing("Information"));
  head("Payment");
  expect(await playRound()).toEqual(showing("Payment"));
});
