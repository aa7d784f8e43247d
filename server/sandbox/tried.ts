import type { Static } from "typebox";
import type { ServerTried } from "#engine/api/sandbox.ts";
import { sandboxCalls, sinceNow } from "#engine/api/sandbox.ts";
import type { State } from "#engine/api/states.ts";
import { watchRules } from "#engine/rules/evaluate.ts";
import { watchWords } from "#server/messaging/words/words.ts";
import { evaluationItem } from "#server/wallet/transactions/history.ts";
import type { Desk } from "./desk.ts";

/** `GET /sandbox/tried?since=`: what of the documents the server has gone by since a mark, or since it started. */
export const triedDesk: Desk = (app, { pool }) => {
  /** What was gone by, with the count at which it was last. */
  const last = new Map<string, number>();
  let count = 0;
  const note = (one: ServerTried) => void last.set(JSON.stringify(one), (count += 1));
  watchRules((rule, holds) => note({ rule, holds }));
  watchWords((words) => note({ words }));
  app.addHook("onClose", async () => {
    watchRules(undefined);
    watchWords(undefined);
  });

  const { path, query } = sandboxCalls.tried;
  app.get<{ Querystring: Static<typeof query> }>(path, { schema: { querystring: query } }, async (request) => {
    if (request.query.since === sinceNow) {
      const { rows } = await pool.query<{ id: string | null }>("select max(id) as id from state_ledger");
      return { mark: `${count}.${rows[0]?.id ?? 0}`, list: [] };
    }
    const [sinceCount = 0, sinceMove = 0] = (request.query.since ?? "").split(".").map((part) => Number(part) || 0);
    const { rows } = await pool.query<{ id: string; whole: boolean; from_state: State; to_state: State }>(
      `select max(id) as id, item is null as whole, from_state, to_state from state_ledger
       where id > $1 and item is distinct from $2 group by 2, 3, 4`,
      [sinceMove, evaluationItem],
    );
    const gone = [...last].filter(([, at]) => at > sinceCount).map(([one]) => JSON.parse(one) as ServerTried);
    const moves = rows.map(({ whole, from_state: from, to_state: to }): ServerTried => ({
      move: whole ? "transaction" : "item",
      from,
      to,
    }));
    return { mark: `${count}.${Math.max(sinceMove, ...rows.map(({ id }) => Number(id)))}`, list: [...gone, ...moves] };
  });
};
