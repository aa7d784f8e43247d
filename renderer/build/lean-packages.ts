import type { Plugin } from "vite";

/** The router names its components for a debugger and does not say that making one has no effect: what nobody uses would stay. */
export const leanRouter: Plugin = {
  name: "lean-router",
  apply: "build",
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
    handler: (code) => ({
      code: code
        .replace(/^[\w$]+\.displayName = "[^"]*";$/gm, "")
        // Its boundary stands in its own tables of routes, of which we have none; this line alone would keep it.
        .replace(/^RenderErrorBoundary\.contextType = \w+;$/m, "")
        .replace(/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, " = /* @__PURE__ */ $1"),
      map: null,
    }),
  },
};

/**
 * No server draws our pages, so there are no rules to read back from the page; a CSS parser would come along for it.
 * And the rules of a component's styles are walked once, by the first of its kind: an effect of each other instance would
 * walk them all again to find them known, which took a form of 500 fields a tenth of the time until all stand there. It
 * stays an effect: rules of children must come before those of who draws them, or a `paddingInline` of ours loses to a
 * `padding-left` of theirs.
 */
export const leanGriffel: Plugin = {
  name: "lean-griffel",
  apply: "build",
  transform: {
    filter: { id: /[\\/]@griffel[\\/](core[\\/].*[\\/]rehydrateRendererCache|react[\\/].*[\\/]insertionFactory)\.js$/ },
    handler: (_code, id) => ({
      code: id.endsWith("insertionFactory.js")
        ? `import { useInsertionEffect } from "react";
           export const insertionFactory = (known = {}) => (renderer, rules) =>
             useInsertionEffect(() => { known[renderer.id] ||= renderer.insertCSSRules(rules) ?? true; }, [renderer, rules]);`
        : "export function rehydrateRendererCache() {}",
      map: null,
    }),
  },
};

/** What is changed here is changed by actions, which have their own turns and retries; a mutation would have to say so by removing this. */
export const leanMutations: Plugin = {
  name: "lean-mutations",
  apply: "build",
  transform: {
    filter: { id: /[\\/]@tanstack[\\/]query-core[\\/].*[\\/]mutationCache\.js$/ },
    handler: () => ({
      code: "export class MutationCache { clear() {} getAll() { return []; } find() {} findAll() { return []; } resumePausedMutations() { return Promise.resolve(); } }",
      map: null,
    }),
  },
};

/** What a query gives is waited for and its errors are shown where it is read: none suspends or throws; one that does would have to say so by removing this. */
export const leanWaiting: Plugin = {
  name: "lean-waiting",
  apply: "build",
  transform: {
    filter: { id: /[\\/]@tanstack[\\/]react-query[\\/].*[\\/](suspense|errorBoundaryUtils)\.js$/ },
    handler: (_code, id) => ({
      code: id.endsWith("suspense.js")
        ? "export const ensureSuspenseTimers = () => {}; export const shouldSuspend = () => false; export const fetchOptimistic = () => {}; export const defaultThrowOnError = () => false;"
        : "export const ensurePreventErrorBoundaryRetry = () => {}; export const useClearResetErrorBoundary = () => {}; export const getHasError = () => false;",
      map: null,
    }),
  },
};

/** Lists here are fetched whole or by the page; a query that goes on without end would have to say so by removing this. */
export const leanQuery: Plugin = {
  name: "lean-query",
  apply: "build",
  transform: {
    filter: { id: /[\\/]@tanstack[\\/]query-core[\\/].*[\\/]infiniteQueryBehavior\.js$/ },
    handler: () => ({
      code: 'export function infiniteQueryBehavior() { throw new Error("Infinite queries are left out of the build: renderer/build/lean-packages.ts."); }\nexport const hasNextPage = infiniteQueryBehavior;\nexport const hasPreviousPage = infiniteQueryBehavior;',
      map: null,
    }),
  },
};

/** What is fetched later brings no style sheet of its own, so nothing is waited for beside its code; the build stops where something does. */
export const leanPreload: Plugin = {
  name: "lean-preload",
  apply: "build",
  transform: {
    filter: { id: /vite[\\/]preload-helper\.js$/ },
    handler: () => ({ code: "export const __vitePreload = (load) => load();", map: null }),
  },
  generateBundle(_, bundle) {
    const sheets = Object.keys(bundle).filter((name) => name.endsWith(".css"));
    if (sheets.length > 1)
      this.error(`Nobody would fetch all of ${sheets.join(", ")}: renderer/build/lean-packages.ts.`);
  },
};
