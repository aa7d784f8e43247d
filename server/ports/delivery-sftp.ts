import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import Client from "ssh2-sftp-client";
import type { SftpDelivery } from "#server/platform/delivery-settings.ts";
import type { Bundle, DeliveryPort } from "./delivery.ts";

const connectMs = 20_000;
/** The limit for a whole bundle; a lease is longer. */
const limitMs = 300_000;

/**
 * Uploads the files into a folder of the bundle, and last `manifest.json` with their hashes
 * (https://github.com/theophilusx/ssh2-sftp-client). The folder is written under another name first, so that a receiver
 * never sees half a bundle. The receipt is the path, once the server reports each size. The key of the host is checked
 * against the setting.
 */
export function createSftpDelivery(settings: SftpDelivery): DeliveryPort {
  return {
    send: async (bundle) => {
      const client = new Client(`delivery ${bundle.id}`);
      const timeout = setTimeout(() => void client.end().catch(() => false), limitMs).unref();
      try {
        await client.connect({
          host: settings.host,
          port: settings.port ?? 22,
          username: settings.user,
          ...(settings.password !== undefined && { password: settings.password }),
          ...(settings.privateKey !== undefined && { privateKey: settings.privateKey }),
          readyTimeout: connectMs,
          hostVerifier: (key: Buffer) => toFingerprint(key) === settings.hostKey,
        });
        return { reference: await upload(client, bundle, settings.folder) };
      } finally {
        clearTimeout(timeout);
        await client.end().catch(() => false);
      }
    },
  };
}

/** `SHA256:…`, as ssh-keyscan and ssh-keygen -l show it. */
const toFingerprint = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

async function upload(client: Client, bundle: Bundle, parent: string): Promise<string> {
  const folder = `${parent.replace(/\/+$/, "")}/${bundle.kind}-${bundle.id}${bundle.round > 1 ? `-${bundle.round}` : ""}`;
  // An earlier attempt has ended after its rename: nothing is sent twice.
  if (await client.exists(`${folder}/manifest.json`)) return folder;
  const partial = `${folder}.part`;
  if (await client.exists(partial)) await client.rmdir(partial, true);
  await client.mkdir(partial, true);
  for (const { name, sizeBytes, open } of bundle.files) {
    await client.put((await open()) as Readable, `${partial}/${name}`);
    const { size } = await client.stat(`${partial}/${name}`);
    if (size !== sizeBytes) throw new Error(`${name} arrived with ${size} bytes of ${sizeBytes}`);
  }
  await client.put(Buffer.from(toManifest(bundle)), `${partial}/manifest.json`);
  await client.rename(partial, folder);
  return folder;
}

const toManifest = ({ id, kind, about, files }: Bundle): string =>
  `${JSON.stringify(
    {
      type: `${kind}.ready`,
      deliveryId: id,
      ...about,
      files: files.map(({ name, contentType, sizeBytes, sha256 }) => ({ name, contentType, sizeBytes, sha256 })),
    },
    null,
    2,
  )}\n`;
