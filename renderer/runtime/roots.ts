import type { ScreenDocument } from "#engine/documents/screen.ts";
import { formDataAtom, miscAtom, openIdsAtom, signedInAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { consentAtom, type Consent } from "#renderer/session/consent.ts";
import type { RequestContext } from "#engine/api/request.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { EnvRoot } from "#engine/scope/env.ts";
import { toOrganisation, type OrganisationRoot } from "#engine/scope/organisation.ts";
import { toPartners } from "#engine/scope/partners.ts";
import type { SessionRoot } from "#engine/scope/session.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toDefaults } from "./routes.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import { readServerTime } from "#renderer/session/clock.ts";

/** Where a screen stands: what its address, its query and its navigation state say. */
export type RouteRoot = Record<string, unknown>;

/** The roots that are there without asking the server. */
export function toStaticRoots(
  document: ScreenDocument,
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
    } satisfies EnvRoot,
    organisation: toKeptOrganisation(config.get("organisation", config.orgId)),
    partners: toPartners(config.find("partners", "partners")),
  };
}

/** Under which name a screen's view is kept: a step, a code, a choice of one transaction is none of another's. */
export const toViewKey = (screenId: string, { txnId, formId }: RequestContext): string =>
  [screenId, txnId ?? formId].filter(Boolean).join(" ");

/** The server says so in the page: nothing here is real. */
const isSandbox = (): boolean => globalThis.document.querySelector('meta[name="sanad-sandbox"]') !== null;

const organisations = new WeakMap<DocumentOf<"organisation">, OrganisationRoot>();
/** The root of an organisation's document; made once, so that it is the same thing for whoever compares. */
function toKeptOrganisation(document: DocumentOf<"organisation">): OrganisationRoot {
  const root = organisations.get(document) ?? toOrganisation(document);
  organisations.set(document, root);
  return root;
}

let zone = { of: "", name: "" };
/** Asked of the system once a minute, and when its offset becomes another: to ask takes as long as to plan a screen. */
function readTimeZone(): string {
  const now = new Date();
  const of = `${Math.floor(now.getTime() / 60_000)} ${now.getTimezoneOffset()}`;
  if (zone.of !== of) zone = { of, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return zone.name;
}

/** To the minute, so that a screen is not drawn again for every tick of the clock. */
const toMinute = (timeMs: number): string => new Date(Math.floor(timeMs / 60_000) * 60_000).toISOString();

/** The session as documents see it: the spec's slices, the open transaction's ids, and whether somebody is signed in. Tokens are no part of it. */
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
    leadsBackTo: baseUrl.take(),
    consent: store.get(consentAtom),
  };
}

/** Writes session.* where its slice lies. */
export function writeSession(values: Record<string, unknown>): void {
  const { showInitScreen, consent, ...misc } = values;
  if (consent !== undefined) store.set(consentAtom, consent as Consent);
  if (showInitScreen !== undefined) store.set(formDataAtom, { showInitScreen: showInitScreen === true });
  if (Object.keys(misc).length > 0) store.set(miscAtom, misc);
}
