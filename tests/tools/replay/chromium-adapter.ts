import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright";
import { cameraArgs, chromiumLaunch } from "../../support/browser.ts";
import { cameraContext } from "./camera.ts";
import { observePage, openDevTools, type PageObservation } from "./observation.ts";

/** A browser for fixtures, with the parts where its driver differs. */
export interface BrowserAdapter {
  launch(): Promise<Browser>;
  /** A context with access to camera and location. */
  readonly context: BrowserContextOptions;
  /** Prepares a page before its first navigation. */
  prepare(page: Page): Promise<void>;
  /** Gives the page's device passkeys; → a function that lets its user accept or refuse. */
  addAuthenticator(page: Page): Promise<(isAccepting: boolean) => Promise<void>>;
  /** The observation of the page. */
  observe(page: Page): Promise<PageObservation>;
  /** Fills a field with text. */
  fill(box: Locator, text: string, timeoutMs: number): Promise<void>;
}

/** https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
export async function addAuthenticator(page: Page): Promise<(isAccepting: boolean) => Promise<void>> {
  const client = await openDevTools(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

export const chromiumAdapter: BrowserAdapter = {
  launch: () => {
    const launch = chromiumLaunch();
    return chromium.launch({ ...launch, args: [...launch.args, ...cameraArgs] });
  },
  context: cameraContext,
  prepare: () => Promise.resolve(),
  addAuthenticator,
  observe: observePage,
  fill: (box, text, timeout) => box.fill(text, { timeout }),
};
