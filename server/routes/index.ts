/*
 * The areas of the wallet API. One more: its file beside this one, exporting `<name>Area satisfies Area`, and a line here.
 */
import type { Area } from "./area.ts";
import { identityArea } from "./identity.ts";
import { profileArea } from "./profile.ts";
import { telemetryArea } from "./telemetry.ts";

export const areas = {
  profile: profileArea,
  identity: identityArea,
  telemetry: telemetryArea,
} as const satisfies Record<string, Area>;
