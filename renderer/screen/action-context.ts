import type { NavigateFunction } from "react-router-dom";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { resolveText } from "#engine/documents/text.ts";
import { actions } from "#renderer/actions/index.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { ActionContext } from "#renderer/runtime/action.ts";
import { runSteps, runTable } from "#renderer/runtime/flows.ts";
import type { FormRegistry } from "#renderer/runtime/form-registry.ts";
import { toViewKey, writeSession } from "#renderer/runtime/roots.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { trace } from "#renderer/runtime/trace.ts";
import { readLifetime } from "#renderer/session/lifetime.ts";
import { openIdsAtom, store, toOwned, viewAtom } from "#renderer/session/slices.ts";
import { toScope } from "./block-scope.ts";
import { refreshRoots } from "./plan-loads.ts";

/** The screen that actions are done on, and the ways to change it. */
export interface ActionSetup {
  document: ScreenDocument;
  config: ConfigClient;
  context: RequestContext;
  forms: FormRegistry;
  navigate: NavigateFunction;
  /** The roots of this moment. */
  readRoots(): Record<string, unknown>;
  loadMore(root: string): Promise<void>;
  changeDialogs(change: (open: readonly string[]) => readonly string[]): void;
}

/** What belongs together from a press to its last step: the session that it was begun in, and where the page is because of it. */
interface Run {
  lifetime: AbortSignal;
  address: string;
  /** Nobody pressed anything: where it leads stands in the screen's place. */
  byItself: boolean;
}
const readAddress = (): string => window.location.pathname + window.location.search;
export const beginRun = (byItself = false): Run => ({ lifetime: readLifetime(), address: readAddress(), byItself });

/** What actions get of a screen. `more` are the roots that the event brought: `item`, `data`, `result`. */
export function toActionContext(
  setup: ActionSetup,
  more: Record<string, unknown> = {},
  run: Run = beginRun(),
): ActionContext {
  const { document, config, context, forms, navigate, readRoots, loadMore, changeDialogs } = setup;
  const scope = () => toScope({ ...readRoots(), ...more }, config);
  const viewKey = toViewKey(document.id, context);
  const toOpenIds = () => ({ ...store.get(openIdsAtom), ...context });
  return {
    actions,
    config,
    screenId: document.id,
    forms,
    flow: undefined,
    place: document.id,
    row: document.id,
    roots: more,
    scope,
    text: (text) => resolveText(text, scope(), config.translate),
    go: (path, { state, replace }) => {
      // A step back, and a page that is loaded again, find what was open then, whatever another tab has opened since.
      const ids = toOpenIds();
      const brought = ids.orgId === undefined ? state : { ...state, openIds: toOwned(ids) };
      void navigate(path, { state: brought, replace: replace || run.byItself });
      run.address = readAddress();
    },
    isOver: () => run.lifetime.aborted || run.address !== readAddress(),
    toPath: (screen, params, query) => toPath(config, screen, params, query, toOpenIds()),
    refresh: refreshRoots,
    loadMore,
    setView: (values) => store.set(viewAtom, { [viewKey]: { ...store.get(viewAtom)[viewKey], ...values } }),
    setSession: writeSession,
    openDialog: (id) => changeDialogs((open) => (open.includes(id) ? open : [...open, id])),
    closeDialog: (id) => changeDialogs((open) => open.filter((other) => other !== id)),
    runFlow: (flow, roots) => runTable(flow, "start", toActionContext(setup, roots, run)),
    goOn: (next, name, from, roots) => {
      const inner = { ...toActionContext(setup, { ...from.roots, ...roots }, run), flow: from.flow };
      if (typeof next === "string") return runTable(from.flow ?? "", next, inner);
      return runSteps(next, `${from.place}/${name}`, inner);
    },
    trace: (line, roots) => trace({ screen: document.id, ...line }, config, { ...readRoots(), ...more, ...roots }),
  };
}
