import { consoleOperationTable } from "#engine/contract/console/operation-table.ts";
import { services } from "#engine/contract/services.ts";
import type { SessionCalls } from "#renderer/session/session.ts";
import { call } from "./client.ts";
import { setOperations } from "./operations.ts";

/** Prepares a page where staff sign in: its operations, and its session of a cookie. */
export function prepareStaff(): SessionCalls {
  setOperations(consoleOperationTable);
  return {
    // A cookie has nothing to renew.
    renew: async () => "unanswered",
    logout: () => call("staff.sign-out", {}, { keepalive: true }),
    identify: async () => undefined,
    resume: async () => {
      const { method, path } = consoleOperationTable["staff.me"];
      // Without a session this is no failure to show, as that of a call would be.
      const answer = await fetch(services.console + path, { method });
      // An unread body keeps the connection busy.
      await answer.arrayBuffer();
      return answer.ok;
    },
  };
}
