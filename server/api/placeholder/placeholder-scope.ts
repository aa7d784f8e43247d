import type { RootInput } from "#engine/core/scope/root.ts";
import { findAppAt, findAppOf } from "#engine/core/definitions/app.ts";
import { matchRoute } from "#engine/core/definitions/match-route.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import { toTranslate } from "#engine/core/definitions/translate.ts";
import { isTrue, type Scope } from "#engine/core/rules/evaluate.ts";
import { toOrganisation } from "#engine/core/scope/organisation.ts";
import { toRequest } from "#engine/core/payment/request-root.ts";
import type { OrganisationRelease } from "#server/config/release.ts";

/** A page that a signed-out visitor opens. */
export interface Visit {
  organisation: OrganisationRelease;
  pathname: string;
  query: URLSearchParams;
  /** A language of the organisation. */
  language: string;
  now: Date;
  sandbox: boolean;
}

/** A screen with the scope that is known without a call. */
export interface PlaceholderScreen {
  screen: ScreenDefinition;
  scope: Scope;
  translate: Translate;
  toText(text: Text | undefined): string;
}

/**
 * Returns the screen of a visitor's address, or the sign-in screen when it needs a session. Returns undefined when only
 * the page can decide.
 */
export function findPlaceholderScreen(visit: Visit): PlaceholderScreen | undefined {
  const apps = visit.organisation.list("app");
  const app = findAppAt(apps, visit.pathname);
  const screens = visit.organisation.list("screen").filter((screen) => findAppOf(apps, screen) === app);
  const matches = screens.flatMap((screen) => {
    const params = [screen.route]
      .flat()
      .map((route) => matchRoute(route, visit.pathname))
      .find(Boolean);
    return params && screen.access !== "signedIn" ? [{ screen, params }] : [];
  });
  // The page's order: screens with `when` first.
  const found = matches
    .toSorted((a, b) => Number(b.screen.when !== undefined) - Number(a.screen.when !== undefined))
    .map(({ screen, params }) => toPlaceholderScreen(visit, screen, params))
    .find(({ screen, scope }) => isTrue(screen.when, scope));
  if (found) return found;
  const signInScreen = screens.find(({ access }) => access === "signedOut");
  return signInScreen && toPlaceholderScreen(visit, signInScreen, {});
}

function toPlaceholderScreen(
  visit: Visit,
  screen: ScreenDefinition,
  params: Record<string, string>,
): PlaceholderScreen {
  const { organisation, query, pathname, language, now, sandbox } = visit;
  const translate = toTranslate(organisation.get("locale", language));
  const rootInput: RootInput = { find: (kind, id) => organisation.get(kind, id), translate, now: now.toISOString() };
  const request = organisation.get("request", params["formId"] ?? "");
  const roots = {
    route: { ...toDefaults(screen.state), ...params, ...Object.fromEntries(query), path: pathname },
    view: toDefaults(screen.view),
    session: { signedIn: false, showInitScreen: true, openDemo: false, startButtonClicked: false },
    env: { now: rootInput.now, locale: language, online: true, sandbox },
    organisation: toOrganisation(organisation.organisation),
    ...(request && { request: toRequest(request, rootInput) }),
  };
  const scope: Scope = { roots, rules: organisation.rules };
  return { screen, scope, translate, toText: (text) => resolveText(text, scope, translate) };
}

const toDefaults = (declared: Readonly<Record<string, { default?: unknown }>> | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(declared ?? {}).flatMap(([name, { default: first }]) =>
      first === undefined ? [] : [[name, first]],
    ),
  );
