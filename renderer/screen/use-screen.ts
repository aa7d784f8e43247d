import { useAtomValue } from "jotai";
import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { RequestContext } from "#engine/api/request.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { FormRegistry } from "#renderer/runtime/form-registry.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { consentAtom } from "#renderer/session/consent.ts";
import { formDataAtom, miscAtom, signedInAtom, viewAtom } from "#renderer/session/slices.ts";
import { toActionContext, type ActionSetup } from "./action-context.ts";
import { findHref, toBlockScope } from "./block-scope.ts";
import { isUntold } from "./loads.ts";
import { toPressKey } from "./performer.ts";
import { useLoads, type Loads } from "./use-loads.ts";
import { usePerform } from "./use-perform.ts";
import { useSame } from "./use-same.ts";
import { useScreenEvents } from "./use-screen-events.ts";

/** A screen at work: its scope, the way to raise events, and how its loads stand. */
export interface ScreenState extends Pick<Loads, "pending" | "unmet" | "retry"> {
  /** Something that the page cannot do without could not be had, and no document leads elsewhere. */
  failed: boolean;
  scope: BlockScope;
  raise(block: BlockDocument, event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
}

/** Runs a screen document: loads its roots, evaluates, and does its events. `isPart`: it stands beside another page. */
export function useScreen(
  document: ScreenDocument,
  config: ConfigClient,
  route: RouteRoot,
  context: RequestContext,
  isPart = false,
): ScreenState {
  useSlices();
  const navigate = useNavigate();
  const [dialogs, changeDialogs] = useState<readonly string[]>([]);
  const [forms] = useState(() => new FormRegistry());
  const loads = useLoads(document, config, route, context);
  const { readRoots, loadMore } = loads;
  const setup = useMemo(
    (): ActionSetup => ({ document, config, context, forms, navigate, readRoots, loadMore, changeDialogs }),
    [document, config, context, forms, navigate, readRoots, loadMore],
  );
  const { perform, busy } = usePerform(setup);
  const told = useScreenEvents(document, loads, perform, () => toActionContext(setup), isPart);

  // Blocks are drawn with the roots of this moment, links too; events read them anew.
  const drawn = useSame(loads.roots);
  const scope = useMemo(
    () =>
      toBlockScope(drawn, {
        config,
        forms,
        isBusy: (block, event, own = {}) => busy.includes(toPressKey(`${block}:${event}`, own)),
        isOpen: (dialog) => dialogs.includes(dialog),
        closeDialog: (dialog) => toActionContext(setup).closeDialog(dialog),
        toHref: (steps, more) => findHref(steps, toActionContext({ ...setup, readRoots: () => drawn }, more)),
      }),
    [drawn, config, forms, busy, dialogs, setup],
  );
  const raise: ScreenState["raise"] = useCallback(
    (block, event, more = {}, handle) => {
      const steps = block.on?.[event];
      return steps ? perform(steps, `${block.id}:${event}`, more, { handle }) : Promise.resolve();
    },
    [perform],
  );
  const { lacking, pending, unmet, retry } = loads;
  const untold = lacking.some((load) => isUntold(load, loads, told));
  return { scope, raise, pending: pending || untold, failed: lacking.length > 0 && !untold, unmet, retry };
}

/** The slices are read so that a change draws the screen again; the roots are made from the store itself. */
function useSlices(): void {
  useAtomValue(viewAtom);
  useAtomValue(miscAtom);
  useAtomValue(formDataAtom);
  useAtomValue(signedInAtom);
  useAtomValue(consentAtom);
}
