import type { Page } from "playwright";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { widths } from "#renderer/workbench/choice.ts";
import type { Scene } from "#renderer/workbench/probe/protocol.ts";
import type { Action } from "../../contracts.ts";
import { ApiClient } from "../../api-client.ts";
import { Recorder } from "../recorder.ts";
import { findForm, defaultSetup } from "../recording-setup.ts";
import { toOriginCheck, write, type Session } from "./session.ts";
import { toNamedAddress } from "./to-actions.ts";
import type { Setting } from "./to-fixture.ts";

/** Workbench viewers that a fixture can sign in. */
const signIns: Readonly<Record<string, Action[]>> = { visitor: [], newcomer: [{ signIn: "new" }] };
/** Demo candidates, whose data no fixture has. */
const ofTheDemo: readonly string[] = ["candidate", "agent"];

/**
 * Records the workbench: the frame of the last action, from its start. The fixture starts from the frame's choices.
 * `baseUrl` is the app's address.
 */
export async function beginAtWorkbench(page: Page, address: string, baseUrl: string): Promise<Session> {
  const { host } = new URL(address);
  const isOurs = toOriginCheck((origin) => origin.startsWith("http://c") && origin.endsWith(`.${host}`));
  const recorder = await Recorder.prepare(page, (frame) => frame.parentFrame() === page.mainFrame() && isOurs(frame));
  recorder.begin();
  await page.goto(address);
  return {
    finish: async (set) => {
      const heard = await recorder.finish();
      if (!heard) return undefined;
      const scene = JSON.parse(heard.frame.name()) as Scene;
      const written = await write(heard, toSceneSetting(scene, set), set, new ApiClient(baseUrl));
      const { who } = scene.chosen;
      const lacks = `what the '${who}' of the workbench has: the fixture begins with somebody who has nothing yet`;
      return written && ofTheDemo.includes(who) ? { ...written, unsaid: [lacks, ...written.unsaid] } : written;
    },
  };
}

/** The start of a frame in fixture verbs. */
export function toSceneSetting({ path, chosen, session, state = {} }: Scene, set: DefinitionSet): Setting {
  const place = findForm(set, chosen.org, chosen.form);
  const isState = !Object.hasOwn(signIns, chosen.who) && !ofTheDemo.includes(chosen.who);
  const { showInitScreen } = session["formData"] as { showInitScreen: boolean };
  return {
    ...defaultSetup,
    ...place,
    locale: chosen.lang,
    viewport: { ...defaultSetup.viewport, ...(widths[chosen.width] && { width: widths[chosen.width] }) },
    beginning: [
      ...(signIns[chosen.who] ?? [{ signIn: "identified" }]),
      ...(isState ? [{ reachState: chosen.who }] : []),
      { open: toNamedAddress(path, place), ...(!showInitScreen && { state }) },
    ],
  };
}
