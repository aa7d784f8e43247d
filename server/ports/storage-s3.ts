import { createReadStream } from "node:fs";
import { PassThrough, pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import { WalletError } from "#server/errors.ts";
import type { S3Settings } from "#server/platform/settings.ts";
import { createS3Client, type S3Answer } from "./s3-client.ts";
import type { StoragePort } from "./storage.ts";

/** Prefix of our objects; everything else in the bucket is ignored. */
const prefix = "files/";
const ourKey = /^files\/[\w-]+$/;
const pageSize = 500;

/**
 * A bucket of an S3-compatible store (`S3_*`), shared by all servers. Uses PutObject, GetObject, HeadObject,
 * DeleteObject and ListObjectsV2 (docs.aws.amazon.com/AmazonS3/latest/API).
 */
export function createS3Storage(settings: S3Settings, waitMs?: number): StoragePort {
  const call = createS3Client(settings, waitMs);
  return {
    put: async (id, { path, sizeBytes, sha256 }) => {
      const body = { sizeBytes, sha256, open: () => createReadStream(path) };
      getBody(await call({ method: "PUT", key: prefix + id, body }));
    },
    findSize: async (id) => {
      const answer = await call({ method: "HEAD", key: prefix + id });
      answer.body.resume();
      return answer.status === 404 ? undefined : toSize(answer);
    },
    open: async (id) => {
      const answer = await call({ method: "GET", key: prefix + id });
      if (answer.status === 404) {
        answer.body.resume();
        return undefined;
      }
      const bytes = new PassThrough();
      // A broken body makes the pipeline fail, and with it the reader.
      pipeline(answer.body, bytes, () => undefined);
      return { sizeBytes: toSize(answer), bytes };
    },
    remove: async (id) => {
      (await call({ method: "DELETE", key: prefix + id })).body.resume();
    },
    list: async function* () {
      for (let last: string | undefined, next: string | undefined; ; last = next) {
        const query = { "list-type": "2", prefix, "max-keys": String(pageSize), ...(last && { "start-after": last }) };
        const entries = readPage(await text(getBody(await call({ method: "GET", query }))));
        next = entries.at(-1)?.key;
        if (next === undefined || next === last) return;
        yield entries.flatMap(({ key, storedAt }) =>
          ourKey.test(key) ? [{ id: key.slice(prefix.length), storedAt }] : [],
        );
      }
    },
  };
}

/** The body of an answer. Throws on 404, because a missing bucket is not an empty one. */
function getBody({ status, body }: S3Answer): S3Answer["body"] {
  if (status !== 404) return body;
  body.resume();
  throw new WalletError("unavailable", { cause: new Error("The storage has no such bucket.") });
}

function toSize({ headers }: S3Answer): number {
  return Number(headers["content-length"] ?? 0);
}

/** The objects of a ListBucketResult. Our keys need no unescaping. */
function readPage(xml: string): { key: string; storedAt: Date }[] {
  return [...xml.matchAll(/<Contents>([^]*?)<\/Contents>/g)].map(([, entry = ""]) => ({
    key: /<Key>([^<]+)<\/Key>/.exec(entry)?.[1] ?? "",
    storedAt: new Date(/<LastModified>([^<]+)<\/LastModified>/.exec(entry)?.[1] ?? Number.NaN),
  }));
}
