import type { Makings } from "#engine/scope/root.ts";
import { matchRoute } from "#engine/documents/match-route.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { resolveText, type Text, type Translate } from "#engine/documents/text.ts";
import { toTranslate } from "#engine/documents/translate.ts";
import { isTrue, type Scope } from "#engine/rules/evaluate.ts";
import { toOrganisation } from "#engine/scope/organisation.ts";
import { toRequest } from "#engine/scope/request.ts";
import type { OrganisationRelease } from "#server/config/release.ts";

/** A page that is opened by somebody who is signed out. */
export interface Visit {
  organisation: OrganisationRelease;
  pathname: string;
  query: URLSearchParams;
  /** A language that the organisation speaks. */
  language: string;
  now: Date;
  sandbox: boolean;
}

/** A screen with what is known of it before anybody is asked. */
export interface Pictured {
  screen: ScreenDocument;
  scope: Scope;
  translate: Translate;
  say(text: Text | undefined): string;
}

/** The screen that a visitor will see at an address: the one to sign in where theirs is for who is signed in; undefined where the page alone can tell. */
export function findPictured(visit: Visit): Pictured | undefined {
  const screens = visit.organisation.list("screen");
  const matched = screens.flatMap((screen) => {
    const params = [screen.route]
      .flat()
      .map((route) => matchRoute(route, visit.pathname))
      .find(Boolean);
    return params && screen.access !== "signedIn" ? [{ screen, params }] : [];
  });
  // As the page has it: those with `when` go first.
  const found = matched
    .toSorted((a, b) => Number(b.screen.when !== undefined) - Number(a.screen.when !== undefined))
    .map(({ screen, params }) => toPictured(visit, screen, params))
    .find(({ screen, scope }) => isTrue(screen.when, scope));
  if (found) return found;
  const door = screens.find(({ access }) => access === "signedOut");
  return door && toPictured(visit, door, {});
}

function toPictured(visit: Visit, screen: ScreenDocument, params: Record<string, string>): Pictured {
  const { organisation, query, pathname, language, now, sandbox } = visit;
  const translate = toTranslate(organisation.get("locale", language));
  const makings: Makings = { find: (kind, id) => organisation.get(kind, id), translate, now: now.toISOString() };
  const request = organisation.get("request", params["formId"] ?? "");
  const roots = {
    route: { ...toDefaults(screen.state), ...params, ...Object.fromEntries(query), path: pathname },
    view: toDefaults(screen.view),
    session: { signedIn: false, showInitScreen: true, openDemo: false, startButtonClicked: false },
    env: { now: makings.now, locale: language, online: true, sandbox },
    organisation: toOrganisation(organisation.organisation),
    ...(request && { request: toRequest(request, makings) }),
  };
  const scope: Scope = { roots, rules: organisation.rules };
  return { screen, scope, translate, say: (text) => resolveText(text, scope, translate) };
}

const toDefaults = (declared: Readonly<Record<string, { default?: unknown }>> | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(declared ?? {}).flatMap(([name, { default: first }]) =>
      first === undefined ? [] : [[name, first]],
    ),
  );
