import type { Frame, Page } from "playwright";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { fillVariables } from "#engine/core/base/fill-variables.ts";
import { BrowserRun } from "../../browser-run.ts";
import { browserVerbs } from "../../browser-verbs.ts";
import type { Action, Fixture } from "../../contracts.ts";
import { toVerb } from "../../read-fixtures.ts";
import { ApiClient } from "../../api-client.ts";
import { KnownFields } from "../personal/fields.ts";
import { standInName, StandIns } from "../personal/stand-ins.ts";
import type { Recording } from "../recording.ts";
import { Recorder } from "../recorder.ts";
import { Codes } from "./codes.ts";
import { toRecordedFixture, type RecordingSetup, type RecordedFixture } from "./to-fixture.ts";

type Runners = Readonly<Record<string, (action: never, run: BrowserRun) => Promise<void>>>;

/** A recording in progress. */
export interface Session {
  /** The fixture so far, without personal data. Undefined without an action. Throws without a sandbox. */
  finish(set: DefinitionSet): Promise<RecordedFixture | undefined>;
}

/** Records a page from the start of the setup. Throws when the start cannot be reached. */
export async function startSession(page: Page, setup: RecordingSetup, baseUrl: string): Promise<Session> {
  const api = new ApiClient(baseUrl);
  const isWalletOrigin = toOriginCheck((origin) => origin === new URL(baseUrl).origin);
  const recorder = await Recorder.prepare(page, (frame) => frame === page.mainFrame() && isWalletOrigin(frame));
  const run = new BrowserRun(toStartFixture(setup), baseUrl, page);
  for (const action of setup.startActions) await act(action, run);
  recorder.start();
  return {
    finish: async (set) => {
      const recording = await recorder.finish();
      return recording && convert(recording, setup, set, api);
    },
  };
}

/** Converts a recording to a fixture without personal data. Undefined without an action. */
export async function convert(
  recording: Recording,
  setup: RecordingSetup,
  set: DefinitionSet,
  api: ApiClient,
): Promise<RecordedFixture | undefined> {
  const standIns = new StandIns(recording.person, new KnownFields(set), setup.organisation);
  return toRecordedFixture(recording, setup, standIns, await Codes.read(api));
}

/** Whether a frame has an origin of the wallet, or none yet. */
export const toOriginCheck =
  (isWalletOrigin: (origin: string) => boolean) =>
  (frame: Frame): boolean =>
    frame.url() === "about:blank" || isWalletOrigin(new URL(frame.url()).origin);

async function act(action: Action, run: BrowserRun): Promise<void> {
  const runners = browserVerbs as unknown as Runners;
  const verb = runners[toVerb(action, runners) ?? ""];
  if (!verb) throw new Error(`no such verb: ${JSON.stringify(action)}`);
  await verb(fillVariables(action, run.variables) as never, run);
}

/** A fixture with only the stand-in candidate, to play the start. */
const toStartFixture = ({ startActions: _beginning, ...setup }: RecordingSetup): Fixture => ({
  ...setup,
  name: "recording",
  description: "A recording.",
  candidate: { name: standInName, mobile: "+9198########" },
  values: {},
  files: {},
  steps: [],
});
