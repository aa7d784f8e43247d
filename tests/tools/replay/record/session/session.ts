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
import { toRecordedFixture, type Setting, type Written } from "./to-fixture.ts";

type Runners = Readonly<Record<string, (action: never, reading: BrowserRun) => Promise<void>>>;

/** A recording in progress. */
export interface Session {
  /** The fixture so far, without personal data. Undefined without an action. Throws without a sandbox. */
  finish(set: DefinitionSet): Promise<Written | undefined>;
}

/** Records a page from the start of the setup. Throws when the start cannot be reached. */
export async function beginSession(page: Page, setting: Setting, baseUrl: string): Promise<Session> {
  const wire = new ApiClient(baseUrl);
  const isOurs = toOriginCheck((origin) => origin === new URL(baseUrl).origin);
  const recorder = await Recorder.prepare(page, (frame) => frame === page.mainFrame() && isOurs(frame));
  const reading = new BrowserRun(toShell(setting), baseUrl, page);
  for (const action of setting.beginning) await act(action, reading);
  recorder.begin();
  return {
    finish: async (set) => {
      const heard = await recorder.finish();
      return heard && write(heard, setting, set, wire);
    },
  };
}

/** Converts a recording to a fixture without personal data. Undefined without an action. */
export async function write(
  recording: Recording,
  setting: Setting,
  set: DefinitionSet,
  wire: ApiClient,
): Promise<Written | undefined> {
  const standIns = new StandIns(recording.person, new KnownFields(set), setting.organisation);
  return toRecordedFixture(recording, setting, standIns, await Codes.read(wire));
}

/** Whether a frame has an origin of the wallet, or none yet. */
export const toOriginCheck =
  (isOurs: (origin: string) => boolean) =>
  (frame: Frame): boolean =>
    frame.url() === "about:blank" || isOurs(new URL(frame.url()).origin);

async function act(action: Action, reading: BrowserRun): Promise<void> {
  const runners = browserVerbs as unknown as Runners;
  const run = runners[toVerb(action, runners) ?? ""];
  if (!run) throw new Error(`no such verb: ${JSON.stringify(action)}`);
  await run(fillVariables(action, reading.variables) as never, reading);
}

/** A fixture with only the stand-in candidate, to play the start. */
const toShell = ({ beginning: _beginning, ...setting }: Setting): Fixture => ({
  ...setting,
  name: "recording",
  description: "A recording.",
  candidate: { name: standInName, mobile: "+9198########" },
  values: {},
  files: {},
  steps: [],
});
