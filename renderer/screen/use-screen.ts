import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { RequestContext } from "#engine/contract/request.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { ActionContext, FailureHandler } from "#renderer/runtime/action.ts";
import { FormRegistry } from "#renderer/runtime/form-registry.ts";
import type { RouteRoot } from "#renderer/runtime/roots.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { consentAtom } from "#renderer/session/consent.ts";
import { passkeySupportAtom } from "#renderer/session/passkey-support.ts";
import { formDataAtom, miscAtom, signedInAtom, viewAtom } from "#renderer/session/slices.ts";
import { toActionContext, type ActionSetup } from "./action-context.ts";
import { findHref, toBlockScope } from "./block-scope.ts";
import { awaitsFailureEvent } from "./load-state.ts";
import { EventRunner, toPressKey, type RunEvent } from "./event-runner.ts";
import { useLoads, type Loads } from "./use-loads.ts";
import { useStableValue } from "./use-stable-value.ts";
import { ScreenEvents } from "./screen-events.ts";

/** A running screen: its scope, how to raise events, and the state of its loads. */
export interface ScreenState extends Pick<Loads, "pending" | "unmet" | "retry"> {
  /** A required root failed, and no step navigates away. */
  failed: boolean;
  scope: BlockScope;
  raise(block: BlockDefinition, event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
}

/**
 * Runs a screen definition: loads its roots and runs its events. `isPanel`: the screen is shown beside another page.
 */
export function useScreen(
  document: ScreenDefinition,
  config: ConfigClient,
  route: RouteRoot,
  context: RequestContext,
  isPanel = false,
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
  const { runEvent, busy } = useEventRunner(setup);
  const handledFailures = useScreenEvents(document, loads, runEvent, () => toActionContext(setup), isPanel);

  // Blocks and links use the roots of this render; events read the current ones.
  const renderRoots = useStableValue(loads.roots);
  const scope = useMemo(
    () =>
      toBlockScope(renderRoots, {
        config,
        forms,
        isBusy: (block, event, own = {}) => busy.includes(toPressKey(`${block}:${event}`, own)),
        isOpen: (dialog) => dialogs.includes(dialog),
        closeDialog: (dialog) => toActionContext(setup).closeDialog(dialog),
        toHref: (steps, eventRoots) =>
          findHref(steps, toActionContext({ ...setup, readRoots: () => renderRoots }, eventRoots)),
      }),
    [renderRoots, config, forms, busy, dialogs, setup],
  );
  const raise: ScreenState["raise"] = useCallback(
    (block, event, eventRoots = {}, handle) => {
      const steps = block.on?.[event];
      return steps ? runEvent(steps, `${block.id}:${event}`, eventRoots, { handle }) : Promise.resolve();
    },
    [runEvent],
  );
  const { failedRequired, pending, unmet, retry } = loads;
  const isHandlingFailure = failedRequired.some((load) => awaitsFailureEvent(load, loads, handledFailures));
  return {
    scope,
    raise,
    pending: pending || isHandlingFailure,
    failed: failedRequired.length > 0 && !isHandlingFailure,
    unmet,
    retry,
  };
}

/** Renders again when a slice changes. The roots themselves come from the store. */
function useSlices(): void {
  useAtomValue(viewAtom);
  useAtomValue(miscAtom);
  useAtomValue(formDataAtom);
  useAtomValue(signedInAtom);
  useAtomValue(consentAtom);
  useAtomValue(passkeySupportAtom);
}

/** Runs the events of a screen. `busy` lists the keys of events that run or wait. Stops when the screen unmounts. */
function useEventRunner(setup: ActionSetup): { runEvent: RunEvent; busy: readonly string[] } {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [runner] = useState(() => new EventRunner(setBusy));
  const { forms } = setup;
  useEffect(() => {
    runner.isClosed = false;
    return () => void (runner.isClosed = true);
  }, [runner]);
  useEffect(() => forms.onSubmitting(runner.runNext), [forms, runner]);
  const runEvent = useCallback<RunEvent>((...event) => runner.run(setup, ...event), [runner, setup]);
  return { runEvent, busy };
}

/** Runs a screen's own events as its loads arrive. Returns the keys of handled failures. */
function useScreenEvents(
  document: ScreenDefinition,
  loads: Pick<Loads, "planned" | "results" | "unmet" | "failedRequired" | "polls">,
  runEvent: RunEvent,
  toContext: () => ActionContext,
  isPanel: boolean,
): ReadonlySet<string> {
  const [handledFailures, setHandledFailures] = useState<ReadonlySet<string>>(new Set());
  const [events] = useState(() => new ScreenEvents(document, isPanel));
  useEffect(() => {
    events.update(loads, {
      runEvent,
      toContext,
      onFailureHandled: (failureKey) => setHandledFailures((before) => new Set([...before, failureKey])),
    });
  });
  return handledFailures;
}
