import { FluentProvider } from "@fluentui/react-components";
import { useAtomValue } from "jotai";
import { useEffect, useLayoutEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router-dom";
import { resolveText } from "#engine/documents/text.ts";
import { toTrust } from "#engine/documents/trust.ts";
import { ConfigClient } from "#renderer/data/config-client.ts";
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
import { findElsewhere, findOrgId, findPlace, keepIds, keepPlace } from "#renderer/runtime/place.ts";
import { toSignInPath } from "#renderer/runtime/routes.ts";
import { Screen, Waiting } from "#renderer/screen/Screen.tsx";
import { useSame } from "#renderer/screen/use-same.ts";

/** Nothing: the theme stands in page.css, light and dark. */
const theme = {};

/** The whole page: configuration of the organisation, theme, and the screen that the address names. */
export function App() {
  const location = useLocation();
  useAtomValue(openIdsAtom);
  const misc = useAtomValue(miscAtom);
  const orgId = findOrgId(location);
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
    if (!config.data) return; // until then the page is in the language that the server wrote it in
    // The service may not speak the language that was asked for: the page is in the one that it answered in.
    document.documentElement.lang = config.data.manifest.locale;
    document.documentElement.dir = config.data.direction;
  }, [config.data]);

  return (
    <FluentProvider theme={theme} dir={config.data?.direction ?? "ltr"}>
      {config.data ? (
        <Routed
          key={config.data.orgId}
          config={config.data}
          moves={config.isPlaceholderData && !config.data.isOf(orgId)}
        />
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

/** Finds the screen for the address; sends visitors to sign in, and signed-in candidates home, where a path is not theirs. `moves`: another organisation's configuration is on its way. */
function Routed({ config, moves }: { config: ConfigClient; moves: boolean }) {
  const location = useLocation();
  const phase = useAtomValue(phaseAtom);
  const signedIn = phase === "signedIn";
  // Which of two screens an address means may lie in what this tab remembers.
  useAtomValue(miscAtom);
  useAtomValue(formDataAtom);
  useTelemetry(config);
  const signInPath = toSignInPath(config);
  useSessionEnd(config, location.pathname === signInPath);

  const organisation = config.get("organisation", config.orgId);
  const place = findPlace(config, location, signedIn);
  const [found, ids, route] = [useSame(place.found), useSame(place.ids), useSame(place.route)];
  const context = useSame({ ...useAtomValue(openIdsAtom), ...ids });
  // Before the screen that comes does anything of its own.
  useLayoutEffect(() => {
    keepIds(config, { ids });
  }, [config, ids]);
  const signingOn = useSingleSignOn(config, ids);
  const waits = signingOn || phase === "renewing";

  const stays = !waits && phase !== "ended";
  useEffect(() => {
    if (stays) keepPlace({ found }, location);
  }, [stays, found, location]);

  if (waits) return <Splash logo={toTrust(organisation).logo} />;
  const elsewhere = findElsewhere(config, location, phase, { found });
  if (elsewhere || !found) return <Elsewhere config={config} to={toSignInPath(config)} {...elsewhere} />;
  // One enters a page of the organisation that comes, not first one of that which goes.
  if (moves && !signedIn) return <Splash logo={toTrust(organisation).logo} />;
  return (
    <Frame config={config} entry={found.entry}>
      {moves ? (
        <Waiting bleeds={found.entry.bleed} />
      ) : (
        <Screen
          key={`${found.entry.id} ${location.pathname} ${JSON.stringify(context)}`}
          config={config}
          entry={found.entry}
          route={route}
          context={context}
        />
      )}
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
