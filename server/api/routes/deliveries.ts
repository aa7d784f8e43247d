import { sendDeliveries, enqueueMissing } from "#server/delivery/deliveries.ts";
import { addFileRoutes, sendFile } from "#server/delivery/file-routes.ts";
import { getFile } from "#server/delivery/bundle.ts";
import { addReceiptWebhook } from "#server/delivery/receipt-webhook.ts";
import { getDelivery, getOwnDelivery, listDeliveries, recordDelivery, resendDelivery } from "#server/delivery/staff.ts";
import { writeStaffAudit } from "#server/staff/staff-tools.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";
import { addDeliveryPage } from "./delivery-page.ts";
import { addReportPage } from "./report-page.ts";

const defaultCount = 25;
const [sendSeconds, hourSeconds] = [5, 3600];

const handlers = {
  "deliveries.list": async ({ params, query: { count, ...filters } }, { services }) =>
    listDeliveries(services, params.orgId, { ...filters, count: Number(count ?? defaultCount) }),
  "deliveries.get": async ({ params }, { services }) => getDelivery(services, params),
  "deliveries.read-file": async ({ params }, { services, staffSession, reply }) => {
    const { orgId, deliveryId, name } = params;
    const file = await getFile(services, await getOwnDelivery(services, params), name);
    await writeStaffAudit(services.db, "staff-document-viewed", {
      staffId: staffSession.staff.id,
      orgId,
      deliveryId,
    });
    return sendFile(reply, file);
  },
  "deliveries.resend": async ({ params }, { services, staffSession }) =>
    resendDelivery(services, params, staffSession.staff.id),
  "deliveries.record": async ({ params, body }, { services, staffSession }) =>
    recordDelivery(services, params, { ...body, staffId: staffSession.staff.id }),
} satisfies Handlers;

/** Deliveries to evaluation partners: their jobs, what staff do, the pages and calls of partners. */
export const deliveriesArea = {
  handlers,
  register: (services) => {
    services.jobs.register("deliveries", sendSeconds, () => sendDeliveries(services));
    services.jobs.register("missing-deliveries", hourSeconds, () => enqueueMissing(services));
  },
  plugin: async (app, services) => {
    addFileRoutes(app, services);
    addReportPage(app, services);
    await addDeliveryPage(app, services);
    await addReceiptWebhook(app, services);
  },
} satisfies Area;
