import type { ScreenDocument } from "#engine/documents/screen.ts";
import { formDataAtom, miscAtom, openIdsAtom, signedInAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { consentAtom, type Consent } from "#renderer/session/consent.ts";
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

/** What the static roots are made of, each the same thing for as long as it does not change. */
const readParts = (document: ScreenDocument, route: RouteRoot, config: ConfigClient) => ({
  document,
  route,
  locale: config.manifest.locale,
  organisation: config.get("organisation", config.orgId),
  partners: config.find("partners", "partners"),
  view: store.get(viewAtom)[document.id],
  ...readSession(),
  minute: Math.floor(readServerTime().getTime() / minuteMs),
  timeZone: readTimeZone(),
  online: navigator.onLine,
  sandbox: isSandbox(),
});
type Parts = ReturnType<typeof readParts>;

let made: { parts: Parts; roots: Record<string, unknown> } | undefined;

/** The roots that are there without asking the server; the same thing as before, where nothing of them has changed. */
export function toStaticRoots(
  document: ScreenDocument,
  route: RouteRoot,
  config: ConfigClient,
): Record<string, unknown> {
  const parts = readParts(document, route, config);
  if (made && isSame(made.parts, parts)) return made.roots;
  made = { parts, roots: makeRoots(parts) };
  return made.roots;
}

function isSame(one: Parts, other: Parts): boolean {
  for (const key in one) if (one[key as keyof Parts] !== other[key as keyof Parts]) return false;
  return true;
}

function makeRoots(parts: Parts): Record<string, unknown> {
  const { document, route, view, minute, locale, timeZone, online, sandbox, organisation, partners } = parts;
  return {
    route: { ...toDefaults(document.state), ...route },
    view: { ...toDefaults(document.view), ...view },
    session: makeSession(parts),
    // To the minute, so that a screen is not drawn again for every tick of the clock.
    env: { now: new Date(minute * minuteMs).toISOString(), locale, timeZone, online, sandbox } satisfies EnvRoot,
    organisation: toKeptOrganisation(organisation),
    partners: toPartners(partners),
  };
}

const minuteMs = 60_000;

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

const readSession = () => ({
  misc: store.get(miscAtom),
  openIds: store.get(openIdsAtom),
  signedIn: store.get(signedInAtom),
  formData: store.get(formDataAtom),
  consent: store.get(consentAtom),
  leadsBackTo: baseUrl.take(),
});

/** The session as documents see it: the spec's slices, the open transaction's ids, and whether somebody is signed in. Tokens are no part of it. */
export const toSessionRoot = (): SessionRoot => makeSession(readSession());

function makeSession({ misc, openIds, signedIn, formData, consent, leadsBackTo }: ReturnType<typeof readSession>) {
  const { openDemo, currentVerification, startButtonClicked, evaluationPartner } = misc;
  return {
    ...openIds,
    signedIn,
    openDemo,
    currentVerification,
    startButtonClicked,
    evaluationPartner,
    showInitScreen: formData.showInitScreen,
    leadsBackTo,
    consent,
  } satisfies SessionRoot;
}

/** Writes session.* where its slice lies. */
export function writeSession(values: Record<string, unknown>): void {
  const { showInitScreen, consent, ...misc } = values;
  if (consent !== undefined) store.set(consentAtom, consent as Consent);
  if (showInitScreen !== undefined) store.set(formDataAtom, { showInitScreen: showInitScreen === true });
  if (Object.keys(misc).length > 0) store.set(miscAtom, misc);
}
