import { toOriginHeader } from "#server/platform/origin.ts";
import type { Gateway } from "#server/platform/settings.ts";
import { ask } from "./ask.ts";
import type { MessagePort } from "./messages.ts";

/**
 * Posts `{id, channel, to, text}` to an HTTP gateway, with its token as bearer. The gateway of an operator's choice
 * stands behind it and knows header and template ids (DLT). Any answer but 2xx counts as not sent.
 */
export function createSmsGateway(gateway: Gateway): MessagePort {
  return {
    send: async ({ id, channel, to, text }) => {
      const answer = await ask(gateway.url, {
        method: "POST",
        body: { id, channel, to, text },
        headers: {
          "idempotency-key": id,
          ...toOriginHeader(),
          ...(gateway.token && { authorization: `Bearer ${gateway.token}` }),
        },
      });
      await answer.read();
      if (!answer.ok) throw new Error(`${new URL(gateway.url).host} answers ${answer.status}`);
    },
  };
}
