import { FluentProvider } from "@fluentui/react-components";
import { useAtomValue } from "jotai";
import { useEffect, useLayoutEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router-dom";
import { toBrandRamp } from "#engine/core/definitions/brand-ramp.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
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
import {
  findRedirect,
  findOrgId,
  resolveAddress,
  storeOpenIds,
  saveReturnPath,
} from "#renderer/runtime/resolve-address.ts";
import { toSignInPath } from "#renderer/runtime/routes.ts";
import { Screen, ScreenSkeleton } from "#renderer/screen/Screen.tsx";
import { useStableValue } from "#renderer/screen/use-stable-value.ts";

/** Empty: page.css contains the light and dark theme. */
const theme = {};

/** The page: the organisation's configuration, the theme, and the screen of the address. */
export function App() {
  const location = useLocation();
  useAtomValue(openIdsAtom);
  const misc = useAtomValue(miscAtom);
  const orgId = findOrgId(location);
  const release = useAtomValue(pinnedReleaseAtom);
  const locale = toLocale(location.search, misc.locale);
  const config = useQuery({
    queryKey: ["config", orgId, locale, release],
    queryFn: () => ConfigClient.open(orgId, locale, release, toPrefetch(store.get(openIdsAtom))),
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
    if (!config.data) return; // until then the server's language applies
    // The service may answer in another language than the requested one.
    document.documentElement.lang = config.data.manifest.locale;
    document.documentElement.dir = config.data.direction;
  }, [config.data]);

  return (
    <FluentProvider theme={theme} dir={config.data?.direction ?? "ltr"}>
      {config.data ? (
        <Routed
          key={config.data.orgId}
          config={config.data}
          isSwitching={config.isPlaceholderData && !config.data.isForOrganisation(orgId)}
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

/** Sets an organisation's colour ("#0b6a5b") as the shades that the themes in page.css use. */
function applyBrand(colour: string): void {
  for (const [step, shade] of Object.entries(toBrandRamp(colour)))
    document.documentElement.style.setProperty(`--brand-${step}`, shade);
}

/** The first bundles that pages of an open form request. */
const toPrefetch = ({ formId }: OpenIds): string[] => (formId ? [`bundle/request.${formId}`] : []);

/**
 * Shows the screen of the address, or redirects a user who may not see it. `isSwitching`: the configuration of another
 * organisation is loading.
 */
function Routed({ config, isSwitching }: { config: ConfigClient; isSwitching: boolean }) {
  const location = useLocation();
  const phase = useAtomValue(phaseAtom);
  const signedIn = phase === "signedIn";
  // The tab's state decides which of two screens an address means.
  useAtomValue(miscAtom);
  useAtomValue(formDataAtom);
  useTelemetry(config);
  const signInPath = toSignInPath(config);
  useSessionEnd(config, location.pathname === signInPath);

  const organisation = config.get("organisation", config.orgId);
  const address = resolveAddress(config, location, signedIn);
  const [found, ids, route] = [
    useStableValue(address.found),
    useStableValue(address.ids),
    useStableValue(address.route),
  ];
  const context = useStableValue({ ...useAtomValue(openIdsAtom), ...ids });
  // Runs before any effect of the new screen.
  useLayoutEffect(() => {
    storeOpenIds(config, { ids });
  }, [config, ids]);
  const signingOn = useSingleSignOn(config, ids);
  const isWaiting = signingOn || phase === "renewing";

  const isStaying = !isWaiting && phase !== "ended";
  useEffect(() => {
    if (isStaying) saveReturnPath({ found }, location);
  }, [isStaying, found, location]);

  if (isWaiting) return <Splash logo={toWalletBrand(organisation).logo} />;
  const redirect = findRedirect(config, location, phase, { found });
  if (redirect || !found) return <Redirect config={config} to={toSignInPath(config)} {...redirect} />;
  // A visitor must not see a screen of the former organisation meanwhile.
  if (isSwitching && !signedIn) return <Splash logo={toWalletBrand(organisation).logo} />;
  return (
    <Frame config={config} entry={found.entry}>
      {isSwitching ? (
        <ScreenSkeleton bleeds={found.entry.bleed} />
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

/** Redirects to an address. Meanwhile the page has the catalogue's title for the first segment of the path. */
function Redirect({ config, to, state }: { config: ConfigClient; to: string; state?: unknown }) {
  const { pathname } = useLocation();
  const titles = config.find("titles", "titles")?.titles ?? {};
  const title = resolveText(titles[pathname.split("/")[1] ?? ""], { roots: {}, rules: {} }, config.translate);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return <Navigate to={to} state={state} replace />;
}
