import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import type { RequestContext } from "#engine/api/request.ts";
import type { BlockDocument, Step } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { resolveText, type Text } from "#engine/documents/text.ts";
import { isTrue, type Scope } from "#engine/rules/evaluate.ts";
import type { ActionContext, TraceLine } from "#renderer/actions/action.ts";
import { evaluateValues } from "#renderer/actions/evaluate-values.ts";
import { runStep, runTable } from "#renderer/actions/run-flow.ts";
import type { FailureHandler } from "#renderer/blocks/block.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { meetFailure } from "#renderer/data/meet-failure.ts";
import { trace } from "#renderer/data/trace.ts";
import { formDataAtom, miscAtom, openIdsAtom, signedInAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { FormRegistry } from "./form-registry.ts";
import { planLoads, refreshRoots, type PlannedLoad } from "./plan-loads.ts";
import { toPath } from "./routes.ts";
import { toStaticRoots, writeSession, type RouteRoot } from "./roots.ts";
import { toFormats, type BlockScope } from "./scope.ts";
import { useSame } from "./use-same.ts";

/** A screen at work: its scope, the way to raise events, and how its loads stand. */
export interface ScreenState {
  scope: BlockScope;
  raise(block: BlockDocument, event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
  pending: boolean;
  failed: boolean;
  retry(): void;
}

/** Runs a screen document: loads its roots, evaluates, and does its events. */
export function useScreen(document: ScreenDocument, config: ConfigClient, route: RouteRoot, context: RequestContext): ScreenState {
  const navigate = useNavigate();
  const [dialogs, setDialogs] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<string>();
  const [forms] = useState(() => new FormRegistry());
  const running = useRef(false);
  // The atoms are read so that a change draws the screen again; the roots are made from the store itself.
  useAtomValue(viewAtom);
  useAtomValue(miscAtom);
  useAtomValue(formDataAtom);
  useAtomValue(signedInAtom);
  useMinute();

  const readRoots = useCallback(() => planLoads(document, config, context, toStaticRoots(document, route, config)), [document, config, context, route]);
  const { planned, roots } = readRoots();
  const results = useQueries({ queries: planned.map((plan) => toQuery(plan, config)) });

  const toScope = useCallback((more: Record<string, unknown> = {}): Scope => scopeOf({ ...readRoots().roots, ...more }, config), [readRoots, config]);

  const toContext = useCallback((more: Record<string, unknown>): ActionContext => ({
    config, screenId: document.id, forms, flow: undefined, roots: more,
    scope: () => toScope(more),
    text: (text: Text) => resolveText(text, toScope(more), config.translate),
    go: (path, { state, replace }) => void navigate(path, { state, replace }),
    toPath: (screen, params, query) => toPath(config, screen, params, query, { ...store.get(openIdsAtom), ...context }),
    refresh: refreshRoots,
    setView: (values) => store.set(viewAtom, { [document.id]: { ...store.get(viewAtom)[document.id], ...values } }),
    setSession: writeSession,
    openDialog: (id) => setDialogs((open) => (open.includes(id) ? open : [...open, id])),
    closeDialog: (id) => setDialogs((open) => open.filter((other) => other !== id)),
    runFlow: (flow, table, flowRoots) => runTable(flow, table, toContext(flowRoots)),
    trace: (line: TraceLine) => trace({ screen: document.id, ...line }, config, readRoots().roots),
  }), [config, document, forms, toScope, navigate, context, readRoots]);

  const perform = useCallback(async (step: Step, name: string, more: Record<string, unknown>, handle?: FailureHandler) => {
    // A form that another button submits (action submit) raises its event inside that one.
    if (running.current && !handle) return;
    running.current = true;
    setBusy(name);
    try {
      await runStep(step, toContext(more));
    } catch (error) {
      if (!handle?.(error)) meetFailure(error, config);
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  }, [toContext, config]);

  useScreenEvents(document, planned, results, perform, () => toContext({}));

  // Blocks are drawn with the roots of this moment; events read them anew.
  const drawn = useSame(roots);
  const scope = useMemo(() => toBlockScope((more) => scopeOf({ ...drawn, ...more }, config), config, { forms, busy, dialogs, setDialogs, toHref: (step, more) => findHref(step, toContext(more ?? {})) }),
    [drawn, config, forms, busy, dialogs, toContext]);
  const raise: ScreenState["raise"] = useCallback((block, event, more = {}, handle) => {
    const step = block.on?.[event];
    return step ? perform(step, `${block.id}:${event}`, more, handle) : Promise.resolve();
  }, [perform]);

  const relevant = planned.map((plan, i) => ({ plan, result: results[i] })).filter(({ plan }) => plan.enabled);
  return {
    scope, raise,
    pending: relevant.some(({ result }) => result?.data === undefined && result?.isFetching),
    failed: relevant.some(({ plan, result }) => result?.data === undefined && result?.isError && (isUnanswered(result) || (!plan.load.on?.failed && !roots["request"]))),
    retry: () => results.forEach((result) => result.isError && void result.refetch()),
  };
}

function scopeOf(roots: Record<string, unknown>, config: ConfigClient): Scope {
  return { roots, rules: config.rules, formats: toFormats(config, roots["env"] as { locale: string; timeZone: string }) };
}

function toQuery({ source, key, args, enabled, context, load }: PlannedLoad, config: ConfigClient) {
  return {
    queryKey: key, enabled,
    queryFn: ({ signal }: { signal: AbortSignal }) => source.fetch({ args, config, signal, context, now: new Date().toISOString() }),
    // A poll waits for the line: its attempts are counted, and an error ends it.
    ...(load.poll ? { networkMode: "online" as const, retry: false, staleTime: 0, refetchInterval: toInterval(load, config) } : {}),
  };
}

/** Poll: at once, then every so often, until the rule holds, an error comes, or no attempt is left (D-10). */
function toInterval({ root, poll }: PlannedLoad["load"], config: ConfigClient) {
  return ({ state }: { state: { data?: unknown; error: unknown; dataUpdateCount: number } }): number | false => {
    if (!poll || state.error || state.dataUpdateCount >= poll.times) return false;
    const until = state.data !== undefined && isTrue(poll.until, { roots: { [root]: state.data }, rules: config.rules });
    return until ? false : poll.everySeconds * 1000;
  };
}

function useMinute(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

type Result = { data: unknown; isError: boolean; error: unknown; isFetching: boolean; dataUpdatedAt: number };

/** `enter` once when the screen is there; `settled` and `failed` once per load. */
function useScreenEvents(document: ScreenDocument, planned: PlannedLoad[], results: readonly Result[], perform: Perform, toContext: () => ActionContext): void {
  const done = useRef(new Set<string>());
  const polls = useRef(new Map<string, Set<number>>());
  const inTurn = useTurns(perform);
  const waiting = planned.some(({ enabled }, i) => enabled && results[i]?.data === undefined && (!results[i]?.isError || isUnanswered(results[i])));
  useEffect(() => {
    if (waiting || done.current.has("enter")) return;
    done.current.add("enter");
    toContext().trace({ screen: document.id });
    if (document.on?.enter) inTurn(document.on.enter, "enter", {});
  });
  useEffect(() => {
    planned.forEach(({ load, enabled, key }, i) => {
      const result = results[i];
      if (!enabled || !result) return;
      const once = (event: string, step: Step | undefined, more: Record<string, unknown>) => {
        const name = `${event} ${JSON.stringify(key)}`;
        if (!step || done.current.has(name)) return;
        done.current.add(name);
        inTurn(step, name, more);
      };
      const failure = result.isError ? (result.error as object) : undefined;
      if (failure && !load.poll && !isUnanswered(result)) once("failed", load.on?.failed, { failure });
      const answers = polls.current.get(JSON.stringify(key)) ?? new Set<number>();
      polls.current.set(JSON.stringify(key), answers);
      if (load.poll && isSettled(load, result, answers, toContext)) once("settled", load.on?.settled, failure ? { failure } : {});
    });
  });
}

/** Nobody said no: the line was lost. The page offers to try again, and its `failed` event stays for answers. */
const isUnanswered = ({ error }: { error: unknown }): boolean => error instanceof Failure && error.status === 0;

type Perform = (step: Step, name: string, more: Record<string, unknown>) => Promise<void>;

/** The screen's own events, one after the other: two that come at once would else lose the second. A screen that was left does no more. */
function useTurns(perform: Perform): (...event: Parameters<Perform>) => void {
  const turns = useRef(Promise.resolve());
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  return (...event) => {
    turns.current = turns.current.then(() => (left.current ? undefined : perform(...event)));
  };
}

/** True when the rule holds, an error came, or as many answers came as there are attempts. */
function isSettled({ root, poll }: PlannedLoad["load"], result: Result, answers: Set<number>, toContext: () => ActionContext): boolean {
  if (result.isError) return true;
  if (result.data === undefined || result.isFetching) return false;
  answers.add(result.dataUpdatedAt);
  const scope = toContext().scope();
  return answers.size >= (poll?.times ?? 1) || isTrue(poll?.until, { ...scope, roots: { ...scope.roots, [root]: result.data } });
}

function findHref(step: Step | undefined, context: ActionContext): string | undefined {
  if (typeof step?.["navigate"] !== "string") return undefined;
  const scope = context.scope();
  return context.toPath(step["navigate"], evaluateValues(step["params"], scope), evaluateValues(step["query"], scope));
}

interface ScopeParts { forms: FormRegistry; busy: string | undefined; dialogs: readonly string[]; setDialogs(change: (open: readonly string[]) => readonly string[]): void; toHref: BlockScope["toHref"] }

function toBlockScope(toScope: (more?: Record<string, unknown>) => Scope, config: ConfigClient, parts: ScopeParts, more: Record<string, unknown> = {}): BlockScope {
  const scope = toScope(more);
  return {
    scope, config, busy: parts.busy, forms: parts.forms, words: config.words,
    text: (text, roots) => resolveText(text, roots ? toScope({ ...more, ...roots }) : scope, config.translate),
    with: (roots) => toBlockScope(toScope, config, parts, { ...more, ...roots }),
    isOpen: (dialog) => parts.dialogs.includes(dialog),
    closeDialog: (dialog) => parts.setDialogs((open) => open.filter((other) => other !== dialog)),
    toHref: (step, roots) => parts.toHref(step, { ...more, ...roots }),
    refresh: (root) => refreshRoots([root]),
  };
}
