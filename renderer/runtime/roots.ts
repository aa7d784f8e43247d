import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import { formDataAtom, miscAtom, openIdsAtom, signedInAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { consentAtom, type Consent } from "#renderer/session/consent.ts";
import type { RequestContext } from "#engine/contract/request.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { EnvRoot } from "#engine/core/scope/env.ts";
import { toOrganisation, type OrganisationRoot } from "#engine/core/scope/organisation.ts";
import { toPartners } from "#engine/core/scope/partners.ts";
import type { SessionRoot } from "#engine/core/scope/session.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toDefaults } from "./routes.ts";
import { passkeySupportAtom } from "#renderer/session/passkey-support.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";

/** The `route` root: parameters, query and navigation state of the address. */
export type RouteRoot = Record<string, unknown>;

/** The `route` root of a screen that is shown in a panel or a dialog. */
export const toPanelRoute = (state: Readonly<Record<string, unknown>> = {}): RouteRoot => ({ ...state, isPanel: true });

/** The roots that need no call. */
export function toStaticRoots(
  document: ScreenDefinition,
  route: RouteRoot,
  config: ConfigClient,
  context: RequestContext,
): Record<string, unknown> {
  return {
    route: { ...toDefaults(document.state), ...route },
    view: { ...toDefaults(document.view), ...store.get(viewAtom)[toViewKey(document.id, context)] },
    session: { ...toSessionRoot(), ...context },
    env: {
      now: toMinute(readServerTime().getTime()),
      locale: config.manifest.locale,
      timeZone: readTimeZone(),
      online: navigator.onLine,
      sandbox: isSandbox(),
      passkeys: store.get(passkeySupportAtom),
    } satisfies EnvRoot,
    organisation: getOrganisationRoot(config.get("organisation", config.orgId)),
    partners: toPartners(config.find("partners", "partners")),
  };
}

/** The key of a screen's `view` state. Each transaction has its own. */
export const toViewKey = (screenId: string, { txnId, formId }: RequestContext): string =>
  [screenId, txnId ?? formId].filter(Boolean).join(" ");

/** Returns whether the server marked the page as a sandbox. */
const isSandbox = (): boolean => globalThis.document.querySelector('meta[name="sanad-sandbox"]') !== null;

const organisations = new WeakMap<DefinitionOf<"organisation">, OrganisationRoot>();
/** The root of an organisation. Cached, so that its identity is stable. */
function getOrganisationRoot(document: DefinitionOf<"organisation">): OrganisationRoot {
  const root = organisations.get(document) ?? toOrganisation(document);
  organisations.set(document, root);
  return root;
}

let cachedZone = { key: "", name: "" };
/** Cached for a minute and per offset: asking the system takes as long as planning a screen. */
function readTimeZone(): string {
  const now = new Date();
  const key = `${Math.floor(now.getTime() / 60_000)} ${now.getTimezoneOffset()}`;
  if (cachedZone.key !== key) cachedZone = { key, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return cachedZone.name;
}

/** Rounds to the minute, so that a screen does not render at every tick. */
const toMinute = (timeMs: number): string => new Date(Math.floor(timeMs / 60_000) * 60_000).toISOString();

/** The `session` root: slices, open ids, and whether a user is signed in. Contains no tokens. */
export function toSessionRoot(): SessionRoot {
  const { openDemo, currentVerification, startButtonClicked, evaluationPartner } = store.get(miscAtom);
  return {
    ...store.get(openIdsAtom),
    signedIn: store.get(signedInAtom),
    openDemo,
    currentVerification,
    startButtonClicked,
    evaluationPartner,
    showInitScreen: store.get(formDataAtom).showInitScreen,
    returnPath: baseUrl.read(),
    consent: store.get(consentAtom),
  };
}

/** Writes `session.*` values to their slices. */
export function writeSession(values: Record<string, unknown>): void {
  const { showInitScreen, consent, ...misc } = values;
  if (consent !== undefined) store.set(consentAtom, consent as Consent);
  if (showInitScreen !== undefined) store.set(formDataAtom, { showInitScreen: showInitScreen === true });
  if (Object.keys(misc).length > 0) store.set(miscAtom, misc);
}
