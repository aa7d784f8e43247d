import { hashKey } from "@tanstack/react-query";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { queryClient } from "#renderer/data/query.ts";
import { toStaticRoots, type RouteRoot } from "#renderer/runtime/roots.ts";
import { planLoads } from "#renderer/screen/plan-loads.ts";

/** What to fetch for a screen, and the roots that are there. */
export type Plan = ReturnType<typeof planLoads>;

/** What a plan is made for. */
interface Planned {
  readonly document: ScreenDocument;
  readonly config: ConfigClient;
  readonly route: RouteRoot;
  readonly context: RequestContext;
}

const findState = (hash: string) => queryClient.getQueryCache().get(hash)?.state;

/** Gives the plan of a screen, made once as long as nothing of it changes: whoever looks plans. */
export class PlanOnce {
  #last: { place: Planned; standing: string; queries: { hash: string; state: unknown }[]; plan: Plan } | undefined;

  /** `place` is the same thing for as long as the screen stands there. */
  plan(place: Planned): Plan {
    const { document, config, context, route } = place;
    const statics = toStaticRoots(document, route, config, context);
    // Roots that are documents are the place's.
    const { organisation: _organisation, partners: _partners, ...own } = statics;
    const standing = JSON.stringify(own);
    const last = this.#last;
    const isSame = last?.place === place && last.standing === standing;
    if (isSame && last.queries.every(({ hash, state }) => findState(hash) === state)) return last.plan;
    const plan = planLoads(document, config, context, statics);
    const queries = plan.planned.map(({ key }) => {
      const hash = hashKey(key);
      return { hash, state: findState(hash) };
    });
    this.#last = { place, standing, queries, plan };
    return plan;
  }
}
