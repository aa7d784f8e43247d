import type { Page } from "playwright";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import { fillVariables } from "#engine/base/fill-variables.ts";
import { BrowserReading } from "../../browser-reading.ts";
import { browserVerbs } from "../../browser-verbs.ts";
import type { Action, Fixture } from "../../contracts.ts";
import { toVerb } from "../../read-fixtures.ts";
import { Wire } from "../../wire.ts";
import { KnownFields } from "../personal/fields.ts";
import { standInName, StandIns } from "../personal/stand-ins.ts";
import { Recorder } from "../recorder.ts";
import { Codes } from "./codes.ts";
import { toRecordedFixture, type Setting, type Written } from "./to-fixture.ts";

type Runners = Readonly<Record<string, (action: never, reading: BrowserReading) => Promise<void>>>;

/** A recording on its way. */
export interface Session {
  /** What was done until now as a fixture, without what is personal; undefined where nothing was. Throws where the server is no sandbox. */
  finish(set: DocumentSet): Promise<Written | undefined>;
}

/** Has a page, with a head or without, recorded from where the setting begins. Throws where that cannot be come to. */
export async function beginSession(page: Page, setting: Setting, baseUrl: string): Promise<Session> {
  const wire = new Wire(baseUrl);
  const recorder = await Recorder.prepare(page, baseUrl);
  const reading = new BrowserReading(toShell(setting), baseUrl, page);
  for (const action of setting.beginning) await act(action, reading);
  recorder.begin();
  return {
    finish: async (set) => {
      const recording = await recorder.finish();
      const standIns = new StandIns(recording.person, new KnownFields(set), setting.organisation);
      return toRecordedFixture(recording, setting, standIns, await Codes.read(wire));
    },
  };
}

async function act(action: Action, reading: BrowserReading): Promise<void> {
  const runners = browserVerbs as unknown as Runners;
  const run = runners[toVerb(action, runners) ?? ""];
  if (!run) throw new Error(`no such verb: ${JSON.stringify(action)}`);
  await run(fillVariables(action, reading.variables) as never, reading);
}

/** Who begins: a candidate of no name but the stand-in's, with a number that is drawn. */
const toShell = ({ beginning: _beginning, ...setting }: Setting): Fixture => ({
  ...setting,
  name: "recording",
  description: "A recording.",
  candidate: { name: standInName, mobile: "+9198########" },
  values: {},
  files: {},
  steps: [],
});
