import type { RootInput } from "#engine/core/scope/root.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import type { ConfigClient } from "./config-client.ts";

/** The input of root builders: the page's definitions, its language, the server's time. */
export function toRootInput(config: ConfigClient): RootInput {
  return {
    find: ((kind, id) => config.find(kind, id)) as RootInput["find"],
    translate: config.translate,
    now: readServerTime().toISOString(),
  };
}
