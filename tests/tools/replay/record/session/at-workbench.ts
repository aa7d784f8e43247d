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

/** Whom a fixture can sign in as the workbench does. */
const signIns: Readonly<Record<string, Action[]>> = { visitor: [], newcomer: [{ signIn: "new" }] };
/** People of the demo: nobody else has what they have. */
const ofTheDemo: readonly string[] = ["candidate", "agent"];

/**
 * Has the workbench at an address recorded: what is done in the frame in which something was done last, from where that frame
 * began. What was chosen for it is what the fixture begins with. `baseUrl` is the app's own address.
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

/** Where a frame began, in the verbs of a fixture. */
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
      ...(isState ? [{ scene: chosen.who }] : []),
      { open: toNamedAddress(path, place), ...(!showInitScreen && { handed: state }) },
    ],
  };
}
