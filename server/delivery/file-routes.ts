import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound } from "#server/errors.ts";
import { deliveries } from "#server/platform/store/tables/deliveries.ts";
import type { BundleFile } from "#server/ports/delivery.ts";
import type { Services } from "#server/services.ts";
import { readFileAddress } from "./addresses.ts";
import { getFile, type DeliveryRow } from "./bundle.ts";

/** `GET /deliveries/files/…`: the bytes of a file, for who has its signed address. */
export function addFileRoutes(app: FastifyInstance, services: Services): void {
  const { path, params } = protocolEndpoints.deliveryFile;
  app.get<{ Params: { address: string; name: string } }>(path, { schema: { params } }, async (request, reply) => {
    const { address, name } = request.params;
    const file = readFileAddress(services.secrets, address, name, await services.clock.now());
    const row = await getDelivery(services, file.deliveryId);
    // Sent again by staff: the former addresses end.
    if (row.round !== file.round) throw notFound("file");
    return sendFile(reply, await getFile(services, row, name));
  });
}

/** A delivery by its id. Throws 404 (104). */
export async function getDelivery({ db }: Pick<Services, "db">, id: string): Promise<DeliveryRow> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  if (!row) throw notFound("delivery");
  return row;
}

/** Answers with the bytes of a file, which a browser stores and never runs. */
export async function sendFile(reply: FastifyReply, file: Omit<BundleFile, "url">): Promise<FastifyReply> {
  const encoded = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return reply
    .type(file.contentType)
    .header("content-length", file.sizeBytes)
    .header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(await file.open());
}
