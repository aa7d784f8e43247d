import type { Platform } from "#server/platform/platform.ts";
import type { Ports } from "#server/ports/ports.ts";

/** What storing, scanning and sweeping files work with. */
export type FileServices = Pick<Platform, "db" | "settings" | "log"> & { ports: Pick<Ports, "storage" | "scanner"> };
