import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { WalletError } from "#server/errors.ts";
import { toOriginHeader } from "#server/platform/origin.ts";
import type { S3Settings } from "#server/platform/settings.ts";

/** So long nothing may move on a connection; then it counts as lost. */
const silenceMs = 15_000;
/** Before the second and third try. */
const pausesMs = [200, 1000];
/** S3 asks for patience with these (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const passing = new Set([408, 429, 500, 502, 503, 504]);
/** SHA-256 of nothing: the content of a call without a body. */
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** One call. `body` is made anew for each try. */
export interface S3Call {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Of the object; without one it is the bucket that is asked. */
  key?: string;
  query?: Record<string, string>;
  body?: { sizeBytes: number; sha256: string; open(): Readable };
}

export interface S3Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Not read yet, and to be read or destroyed. */
  body: http.IncomingMessage;
}

/** Gives the answer of S3, 2xx or 404. Throws `unavailable` (120) for any other, and after three tries without one. */
export type CallS3 = (call: S3Call) => Promise<S3Answer>;

/**
 * Calls of the S3 API, streamed, signed by Signature Version 4 over the content's own SHA-256, so that S3 refuses bytes that
 * were spoilt on the way. aws4fetch signs: 11 KB in one package, where the company's own client brings 26 for what are five
 * calls here. The platform's own client sends, since it alone tells a connection on which nothing moves from a slow reader.
 */
export function createS3Client(settings: S3Settings, waitMs = silenceMs): CallS3 {
  return async (call) => {
    for (let turn = 0; ; turn += 1) {
      const pauseMs = pausesMs[turn];
      try {
        const answer = await send(settings, call, waitMs);
        if (answer.status < 300 || answer.status === 404) return answer;
        const said = await readError(answer.body);
        answer.body.destroy();
        if (pauseMs === undefined || !passing.has(answer.status))
          throw new WalletError("unavailable", {
            retryAfterSeconds: 10,
            cause: new Error(`The storage answered ${call.method} with ${answer.status} ${said}`),
          });
      } catch (error) {
        if (error instanceof WalletError) throw error;
        if (pauseMs === undefined || isOurs(error))
          throw new WalletError("unavailable", { retryAfterSeconds: 10, cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
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
  const asked = request(url, {
    method,
    // Unsigned: only what is of S3 must be.
    headers: { ...toOriginHeader(), ...Object.fromEntries(headers), ...(body && { "content-length": body.sizeBytes }) },
    timeout: waitMs,
  });
  const answered = new Promise<S3Answer>((resolve, reject) => {
    asked.once("response", (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response }),
    );
    asked.on("error", reject);
  });
  let answer: http.IncomingMessage | undefined;
  asked.once("response", (response) => (answer = response));
  asked.on("timeout", () => {
    // Whoever reads it is slow, not S3.
    if (answer?.isPaused()) asked.socket?.setTimeout(waitMs);
    else (answer ?? asked).destroy(new Error(`Nothing moved on the storage's connection for ${waitMs} ms.`));
  });
  if (!body) {
    asked.end();
    return answered;
  }
  const sent = pipeline(body.open(), asked);
  // S3 may refuse before it has everything; then the rest does not matter. What breaks on our side counts at once.
  sent.catch(() => undefined);
  return Promise.race([answered, sent.then(() => answered)]);
}

/** `https://bucket.host/key`, or with the bucket in the path where the store has one name for all (`S3_PATH_STYLE=1`). */
function toUrl({ endpoint, bucket, pathStyle }: S3Settings, key = "", query: Record<string, string>): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = pathStyle ? `${base}/${bucket}/${key}` : `${base}/${key}`;
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** S3's word for what is wrong; never its message, which may name keys. */
async function readError(body: Readable): Promise<string> {
  const said = await text(body).catch(() => "");
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(said)?.[1] ?? "";
}

/** A file of ours that cannot be read is none the better for a second try. */
const isOurs = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall === "open";
