import type { NavigateFunction } from "react-router-dom";
import type { RequestContext } from "#engine/contract/request.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { actions } from "#renderer/actions/index.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { runSteps, runTable } from "#renderer/runtime/flows.ts";
import type { FormRegistry } from "#renderer/runtime/form-registry.ts";
import { toViewKey, writeSession } from "#renderer/runtime/roots.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { trace } from "#renderer/runtime/trace.ts";
import { getSessionSignal } from "#renderer/session/session-signal.ts";
import { openIdsAtom, store, toOwnedIds, viewAtom } from "#renderer/session/slices.ts";
import { toScope } from "./block-scope.ts";
import { refreshRoots } from "./plan-loads.ts";

/** The screen that actions run on, and the functions that change it. */
export interface ActionSetup {
  document: ScreenDefinition;
  config: ConfigClient;
  context: RequestContext;
  forms: FormRegistry;
  navigate: NavigateFunction;
  /** The roots at the time of the call. */
  readRoots(): Record<string, unknown>;
  loadMore(root: string): Promise<void>;
  changeDialogs(change: (open: readonly string[]) => readonly string[]): void;
}

/** One run of steps: the session it started in, and the address the page has because of it. */
interface Run {
  sessionSignal: AbortSignal;
  address: string;
  /** No press started it: its navigation replaces the screen in the history. */
  isAutomatic: boolean;
}
const readAddress = (): string => window.location.pathname + window.location.search;
export const startRun = (isAutomatic = false): Run => ({
  sessionSignal: getSessionSignal(),
  address: readAddress(),
  isAutomatic,
});

/** Creates what actions see of a screen. `eventRoots` are the roots of the event: `item`, `data`, `result`. */
export function toActionContext(
  setup: ActionSetup,
  eventRoots: Record<string, unknown> = {},
  run: Run = startRun(),
): ActionContext {
  const { document, config, context, forms, navigate, readRoots, loadMore, changeDialogs } = setup;
  const scope = () => toScope({ ...readRoots(), ...eventRoots }, config);
  const viewKey = toViewKey(document.id, context);
  const toOpenIds = () => ({ ...store.get(openIdsAtom), ...context });
  return {
    actions,
    config,
    screenId: document.id,
    forms,
    flow: undefined,
    tablePath: document.id,
    rowPath: document.id,
    roots: eventRoots,
    scope,
    text: (text) => resolveText(text, scope(), config.translate),
    navigate: (path, { state, replace }) => {
      // The history entry keeps the open ids: a step back or a reload restores them, even if another tab opened others.
      const ids = toOpenIds();
      const historyState = ids.orgId === undefined ? state : { ...state, openIds: toOwnedIds(ids) };
      void navigate(path, { state: historyState, replace: replace || run.isAutomatic });
      run.address = readAddress();
    },
    isCancelled: () => run.sessionSignal.aborted || run.address !== readAddress(),
    toPath: (screen, params, query) => toPath(config, screen, params, query, toOpenIds()),
    refresh: refreshRoots,
    loadMore,
    setView: (values) => store.set(viewAtom, { [viewKey]: { ...store.get(viewAtom)[viewKey], ...values } }),
    setSession: writeSession,
    openDialog: (id) => changeDialogs((open) => (open.includes(id) ? open : [...open, id])),
    closeDialog: (id) => changeDialogs((open) => open.filter((other) => other !== id)),
    runFlow: (flow, roots) => runTable(flow, "start", toActionContext(setup, roots, run)),
    continueWith: (next, name, from, roots) => {
      const innerContext = { ...toActionContext(setup, { ...from.roots, ...roots }, run), flow: from.flow };
      if (typeof next === "string") return runTable(from.flow ?? "", next, innerContext);
      return runSteps(next, `${from.tablePath}/${name}`, innerContext);
    },
    trace: (line, roots) =>
      trace({ screen: document.id, ...line }, config, { ...readRoots(), ...eventRoots, ...roots }),
  };
}
