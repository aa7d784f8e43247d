import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { WalletError } from "#server/errors.ts";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import type { S3Settings } from "#server/platform/settings.ts";

/** A connection without progress for this long counts as lost. */
const silenceMs = 15_000;
/** Back-off before the second and third attempt. */
const backoffMs = [200, 1000];
/** Statuses that S3 asks clients to retry (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const retriableStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** SHA-256 of an empty body. */
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** One call. `body.open` is called for each attempt. */
export interface S3Call {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Key of the object; without one the call is for the bucket. */
  key?: string;
  query?: Record<string, string>;
  body?: { sizeBytes: number; sha256: string; open(): Readable };
}

export interface S3Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Unread: read it or destroy it. */
  body: http.IncomingMessage;
}

/**
 * Resolves with 2xx or 404. Throws `unavailable` (120) for any other status, and after three attempts without an
 * answer.
 */
export type CallS3 = (call: S3Call) => Promise<S3Answer>;

/**
 * A streaming S3 client. Requests are signed by Signature Version 4 over the SHA-256 of the content, so S3 refuses
 * damaged bytes. aws4fetch signs: one package of 11 KB, where the AWS SDK brings 26 for these five calls. node:http
 * sends, because it can distinguish a stalled connection from a slow reader.
 */
export function createS3Client(settings: S3Settings, waitMs = silenceMs): CallS3 {
  return async (call) => {
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = backoffMs[attempt];
      try {
        const answer = await send(settings, call, waitMs);
        if (answer.status < 300 || answer.status === 404) return answer;
        const code = await readError(answer.body);
        answer.body.destroy();
        if (delayMs === undefined || !retriableStatuses.has(answer.status))
          throw new WalletError("unavailable", {
            retryAfterSeconds: 10,
            cause: new Error(`The storage answered ${call.method} with ${answer.status} ${code}`),
          });
      } catch (error) {
        if (error instanceof WalletError) throw error;
        if (delayMs === undefined || isLocalFileError(error))
          throw new WalletError("unavailable", { retryAfterSeconds: 10, cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  };
}

async function send(
  settings: S3Settings,
  { method, key, query = {}, body }: S3Call,
  waitMs: number,
): Promise<S3Answer> {
  const url = toUrl(settings, key, query);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { "x-amz-content-sha256": body?.sha256 ?? emptySha256 },
    accessKeyId: settings.key,
    secretAccessKey: settings.secret,
    service: "s3",
    region: settings.region,
  });
  const { headers } = await signer.sign();
  const { request } = url.protocol === "https:" ? https : http;
  const call = request(url, {
    method,
    // The correlation id is unsigned; only S3's own headers must be signed.
    headers: {
      ...toCorrelationHeader(),
      ...Object.fromEntries(headers),
      ...(body && { "content-length": body.sizeBytes }),
    },
    timeout: waitMs,
  });
  const answered = new Promise<S3Answer>((resolve, reject) => {
    call.once("response", (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response }),
    );
    call.on("error", reject);
  });
  let answer: http.IncomingMessage | undefined;
  call.once("response", (response) => (answer = response));
  call.on("timeout", () => {
    // The reader is slow, not S3.
    if (answer?.isPaused()) call.socket?.setTimeout(waitMs);
    else (answer ?? call).destroy(new Error(`Nothing moved on the storage's connection for ${waitMs} ms.`));
  });
  if (!body) {
    call.end();
    return answered;
  }
  const sent = pipeline(body.open(), call);
  // S3 may refuse before it has the whole body, and then the rest does not matter. Our own read errors count at once.
  sent.catch(() => undefined);
  return Promise.race([answered, sent.then(() => answered)]);
}

/** `https://bucket.host/key`, or the bucket in the path (`S3_PATH_STYLE=1`). */
function toUrl({ endpoint, bucket, pathStyle }: S3Settings, key = "", query: Record<string, string>): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = pathStyle ? `${base}/${bucket}/${key}` : `${base}/${key}`;
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** S3's error code. Never its message, which may contain keys. */
async function readError(body: Readable): Promise<string> {
  const xml = await text(body).catch(() => "");
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(xml)?.[1] ?? "";
}

/** A local file that cannot be opened fails again on a retry. */
const isLocalFileError = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall === "open";
