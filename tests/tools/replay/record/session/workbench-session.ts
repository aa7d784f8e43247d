import type { Page } from "playwright";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { widths } from "#renderer/workbench/choice.ts";
import type { Scene } from "#renderer/workbench/probe/protocol.ts";
import type { Action } from "../../contracts.ts";
import { ApiClient } from "../../api-client.ts";
import { Recorder } from "../recorder.ts";
import { findForm, defaultSetup } from "../recording-setup.ts";
import { toOriginCheck, convert, type Session } from "./session.ts";
import { toNamedAddress } from "./to-actions.ts";
import type { RecordingSetup } from "./to-fixture.ts";

/** Workbench viewers that a fixture can sign in. */
const signIns: Readonly<Record<string, Action[]>> = { visitor: [], newcomer: [{ signIn: "new" }] };
/** Demo candidates, whose data no fixture has. */
const demoViewers: readonly string[] = ["candidate", "agent"];

/**
 * Records the workbench: the frame of the last action, from its start. The fixture starts from the frame's choices.
 * `baseUrl` is the app's address.
 */
export async function recordWorkbench(page: Page, address: string, baseUrl: string): Promise<Session> {
  const { host } = new URL(address);
  const isWalletFrame = toOriginCheck((origin) => origin.startsWith("http://c") && origin.endsWith(`.${host}`));
  const recorder = await Recorder.prepare(
    page,
    (frame) => frame.parentFrame() === page.mainFrame() && isWalletFrame(frame),
  );
  recorder.start();
  await page.goto(address);
  return {
    finish: async (set) => {
      const recording = await recorder.finish();
      if (!recording) return undefined;
      const scene = JSON.parse(recording.frame.name()) as Scene;
      const written = await convert(recording, toSceneSetup(scene, set), set, new ApiClient(baseUrl));
      const { who } = scene.chosen;
      const missingData = `the data of the '${who}' of the workbench: the fixture starts with a new candidate`;
      return written && demoViewers.includes(who)
        ? { ...written, omitted: [missingData, ...written.omitted] }
        : written;
    },
  };
}

/** The start of a frame in fixture verbs. */
export function toSceneSetup({ path, chosen, session, state = {} }: Scene, set: DefinitionSet): RecordingSetup {
  const form = findForm(set, chosen.org, chosen.form);
  const isState = !Object.hasOwn(signIns, chosen.who) && !demoViewers.includes(chosen.who);
  const { showInitScreen } = session["formData"] as { showInitScreen: boolean };
  return {
    ...defaultSetup,
    ...form,
    locale: chosen.lang,
    viewport: { ...defaultSetup.viewport, ...(widths[chosen.width] && { width: widths[chosen.width] }) },
    startActions: [
      ...(signIns[chosen.who] ?? [{ signIn: "identified" }]),
      ...(isState ? [{ reachState: chosen.who }] : []),
      { open: toNamedAddress(path, form), ...(!showInitScreen && { state }) },
    ],
  };
}
