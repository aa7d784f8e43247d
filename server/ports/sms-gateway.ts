import { toCorrelationHeader } from "#server/platform/request-context.ts";
import type { MessageGateway } from "#server/platform/settings.ts";
import { fetchOnce } from "./http-client.ts";
import type { MessagePort } from "./messages.ts";

/**
 * Posts `{id, channel, to, text}` to the operator's HTTP gateway, with its bearer token. The gateway adds header and
 * template ids (DLT). Any answer but 2xx counts as not sent.
 */
export function createSmsGateway(gateway: MessageGateway): MessagePort {
  return {
    send: async ({ id, channel, to, text }) => {
      const answer = await fetchOnce(gateway.url, {
        method: "POST",
        body: { id, channel, to, text },
        headers: {
          "idempotency-key": id,
          ...toCorrelationHeader(),
          ...(gateway.token && { authorization: `Bearer ${gateway.token}` }),
        },
      });
      await answer.read();
      if (!answer.ok) throw new Error(`${new URL(gateway.url).host} answers ${answer.status}`);
    },
  };
}
