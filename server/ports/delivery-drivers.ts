import type pg from "pg";
import type { DeliveryDriver } from "#engine/core/definitions/request.ts";
import type { DeliverySettings } from "#server/platform/delivery-settings.ts";
import type { Settings } from "#server/platform/settings.ts";
import type { DeliveryPort } from "./delivery.ts";
import { createEmailDelivery } from "./delivery-email.ts";
import { createHttpsDelivery } from "./delivery-https.ts";
import { createSandboxDelivery } from "./delivery-sandbox.ts";
import { createSftpDelivery } from "./delivery-sftp.ts";
import type { Channel, MessagePort } from "./messages.ts";
import type { Outages } from "./outages.ts";

/** Finds the driver for a partner; undefined when its address is not configured. */
export type FindDelivery = (provider: string, driver: DeliveryDriver) => DeliveryPort | undefined;

/** Nothing is sent: staff hand the bundle over and record it in the console. */
const manual: DeliveryPort = { send: async () => undefined };

type PartnerSettings = DeliverySettings[string];
type Messages = Readonly<Record<Channel, MessagePort>>;
type Make = (settings: PartnerSettings, messages: Messages) => DeliveryPort | undefined;

/** The drivers, each made from the settings of a partner. One more: a file beside this one and a line here. */
const drivers: Readonly<Record<DeliveryDriver, Make>> = {
  https: ({ https }) => https && createHttpsDelivery(https),
  sftp: ({ sftp }) => sftp && createSftpDelivery(sftp),
  email: ({ email }, messages) => email && createEmailDelivery(email, messages),
  manual: () => manual,
};

/**
 * In the sandbox a partner without settings is the sandbox's evaluation body. One that gets email has a mailbox, whose
 * letters are in the outbox: not in production, where letters leave.
 */
export function createDeliveries(
  { deliveries, sandbox, production }: Pick<Settings, "deliveries" | "sandbox" | "production">,
  pool: pg.Pool,
  messages: Messages,
  outages: Outages,
): FindDelivery {
  const known = new Map<string, DeliveryPort | undefined>();
  const body = sandbox ? createSandboxDelivery(pool, outages) : undefined;
  return (provider, driver) => {
    const key = `${provider} ${driver}`;
    const mailbox = sandbox && !production && { email: { to: `evaluations@${provider}.example` } };
    const settings = { ...mailbox, ...deliveries[provider] };
    if (!known.has(key)) known.set(key, drivers[driver](settings, messages) ?? body);
    return known.get(key);
  };
}
