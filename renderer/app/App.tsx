import { FluentProvider } from "@fluentui/react-components";
import { useAtomValue } from "jotai";
import { useEffect, useLayoutEffect, useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router-dom";
import { toOpenIds } from "#engine/documents/opening.ts";
import { resolveText } from "#engine/documents/text.ts";
import { toTrust } from "#engine/documents/trust.ts";
import { ConfigClient } from "#renderer/data/config-client.ts";
import { baseUrl } from "#renderer/session/base-url.ts";
import { toLocale } from "#renderer/session/locale.ts";
import { phaseAtom } from "#renderer/session/session.ts";
import {
  formDataAtom,
  miscAtom,
  openIdsAtom,
  pinnedReleaseAtom,
  store,
  type OpenIds,
} from "#renderer/session/slices.ts";
import { useSessionEnd } from "./use-session-end.ts";
import { useSingleSignOn } from "./use-single-sign-on.ts";
import { LoadFailure, Splash } from "#renderer/shell/Splash.tsx";
import { Frame } from "./Frame.tsx";
import { Snackbars } from "#renderer/shell/Snackbars.tsx";
import { useTelemetry } from "./use-telemetry.ts";
import { applyBrand } from "./theme.ts";
import { findScreen, isKnownPath, readQuery, toSignInPath, type Matched } from "#renderer/runtime/routes.ts";
import { toSessionRoot } from "#renderer/runtime/roots.ts";
import { Screen } from "#renderer/screen/Screen.tsx";
import { useSame } from "#renderer/screen/use-same.ts";

/** Nothing: the theme stands in page.css, light and dark. */
const theme = {};

/** The whole page: configuration of the organisation, theme, and the screen that the address names. */
export function App() {
  const location = useLocation();
  const { orgId: openOrgId } = useAtomValue(openIdsAtom);
  const misc = useAtomValue(miscAtom);
  const orgId = new URLSearchParams(location.search).get("orgId") ?? openOrgId;
  const release = useAtomValue(pinnedReleaseAtom);
  const locale = toLocale(location.search, misc.locale);
  const config = useQuery({
    queryKey: ["config", orgId, locale, release],
    queryFn: () => ConfigClient.open(orgId, locale, release, toAhead(store.get(openIdsAtom))),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    placeholderData: (previous) => previous,
  });
  const organisation = config.data?.find("organisation", config.data.orgId);
  const brand = organisation?.colours.brand;

  useLayoutEffect(() => {
    if (brand) applyBrand(brand);
  }, [brand]);
  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = config.data?.direction ?? "ltr";
  }, [locale, config.data]);

  return (
    <FluentProvider theme={theme} dir={config.data?.direction ?? "ltr"}>
      {config.data ? (
        <Routed key={config.data.orgId} config={config.data} />
      ) : config.isError ? (
        <LoadFailure retry={config.refetch} />
      ) : (
        <Splash />
      )}
      {config.data && <Snackbars config={config.data} />}
    </FluentProvider>
  );
}

/** What pages of an open form ask for first. */
const toAhead = ({ formId }: OpenIds): string[] => (formId ? [`bundle/request.${formId}`] : []);

/** Finds the screen for the address; sends visitors to sign in, and signed-in candidates home, where a path is not theirs. */
function Routed({ config }: { config: ConfigClient }) {
  const location = useLocation();
  const phase = useAtomValue(phaseAtom);
  const signedIn = phase === "signedIn";
  // Which of two screens an address means may lie in what this tab remembers.
  useAtomValue(miscAtom);
  useAtomValue(formDataAtom);
  useTelemetry(config);
  const signInPath = toSignInPath(config);
  useSessionEnd(config, location.pathname === signInPath);

  const toRoute = ({ entry, params }: Matched) => ({
    ...params,
    ...readQuery(entry, location.search),
    ...(location.state as object | null),
    path: location.pathname,
  });
  const session = toSessionRoot();
  const organisation = config.get("organisation", config.orgId);
  const found = findScreen(config, location.pathname, signedIn, (params) => ({
    roots: {
      route: { ...params, ...Object.fromEntries(new URLSearchParams(location.search)) },
      session,
      organisation: { ...organisation, flags: organisation.flags ?? {} },
      env: {},
    },
    rules: config.rules,
  }));
  const ids = useSame(found ? toOpenIds(found.entry.route, found.params, new URLSearchParams(location.search)) : {});
  const context = useMemo(() => ({ ...store.get(openIdsAtom), ...ids }), [ids]);
  useEffect(() => {
    if (Object.keys(ids).length > 0) store.set(openIdsAtom, ids);
  }, [ids]);
  const route = useSame(found ? toRoute(found) : {});
  const signingOn = useSingleSignOn(config, ids);
  const waits = signingOn || phase === "renewing";

  useKeptPlace(found, !waits && phase !== "ended");

  if (waits) return <Splash logo={toTrust(organisation).logo} />;
  if (phase === "ended" && location.pathname !== signInPath) return <Elsewhere config={config} to={signInPath} />;
  if (!found) {
    const known = isKnownPath(config, location.pathname);
    if (signedIn) return <Elsewhere config={config} {...(known ? toLastPlace() : { to: "/" })} />;
    if (known) baseUrl.keep(location.pathname + location.search, { state: location.state });
    return <Elsewhere config={config} to={signInPath} />;
  }
  return (
    <Frame config={config} entry={found.entry}>
      <Screen
        key={`${found.entry.id} ${location.pathname} ${JSON.stringify(context)}`}
        config={config}
        entry={found.entry}
        route={route}
        context={context}
      />
    </Frame>
  );
}

/** An address without a screen leads on; where the catalogue has a title for its first segment, the page is called that meanwhile. */
function Elsewhere({ config, to, state }: { config: ConfigClient; to: string; state?: unknown }) {
  const { pathname } = useLocation();
  const titles = config.find("titles", "titles")?.titles ?? {};
  const title = resolveText(titles[pathname.split("/")[1] ?? ""], { roots: {}, rules: {} }, config.translate);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return <Navigate to={to} state={state} replace />;
}

/** Where somebody was before they signed in, as they came there. */
const toLastPlace = () => ({ to: baseUrl.take(), state: baseUrl.takeState() });

/** Keeps where somebody is, for after the next sign-in; of a form's link its query too. */
function useKeptPlace(found: Matched | undefined, stays: boolean): void {
  const { pathname, search, state } = useLocation();
  const isKept = stays && found !== undefined && found.entry.access !== "signedOut";
  const isForm = found?.params["formId"] !== undefined;
  useEffect(() => {
    if (!isKept) return;
    baseUrl.keep(pathname + search, { isForm, state: state as unknown });
    if (isForm) store.set(miscAtom, { searchedQuery: Object.fromEntries(new URLSearchParams(search)) });
  }, [isKept, isForm, pathname, search, state]);
}
