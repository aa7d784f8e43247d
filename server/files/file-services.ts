import type { Platform } from "#server/platform/platform.ts";
import type { Ports } from "#server/ports/ports.ts";

/** The services that storing, scanning and sweeping files need. */
export type FileServices = Pick<Platform, "db" | "settings" | "log" | "rateLimits"> & {
  ports: Pick<Ports, "storage" | "scanner">;
};
