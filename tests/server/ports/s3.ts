/*
 * A stand-in for an S3-compatible store by its public documentation (docs.aws.amazon.com/AmazonS3/latest/API):
 * PutObject, GetObject, HeadObject, DeleteObject, ListObjectsV2 and ErrorResponses. It computes signatures itself by
 * "Authenticating Requests: Using the Authorization Header" (sig-v4-header-based-auth), and hashes the content.
 */
import { createHash, createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { S3Settings } from "#server/platform/settings.ts";

const clockSkewMs = 15 * 60 * 1000;

/** A failure of calls of one method, or of all; `times` times, or until it is removed. */
export type Failure = { method?: string; times?: number } & (
  | { as: "error"; status: number; code: string }
  /** Accepts the call and never answers. */
  | { as: "silent" }
  /** Cuts the connection after this many bytes of a body, sent or received. */
  | { as: "cut"; afterBytes: number }
  /** Sends a body in pieces with this pause between them. */
  | { as: "slow"; pauseMs: number }
  /** Flips one bit of received content. */
  | { as: "corrupt" }
);

export interface StandInS3 {
  settings: S3Settings;
  objects: Map<string, { bytes: Buffer; storedAt: Date }>;
  /** Method and key of each call, in order. */
  requests: string[];
  failure?: Failure | undefined;
  close(): Promise<void>;
}

interface ReceivedRequest {
  request: http.IncomingMessage;
  url: URL;
  key: string;
  body: Buffer;
}

export async function startStandInS3(more: Partial<S3Settings> = {}): Promise<StandInS3> {
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => void serve(request, response, standIn));
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const standIn: StandInS3 = {
    settings: {
      endpoint: `http://localhost:${port}`,
      bucket: "papers",
      region: "ap-south-1",
      key: "AKIDEXAMPLE",
      secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      pathStyle: true,
      ...more,
    },
    objects: new Map(),
    requests: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return standIn;
}

async function serve(request: http.IncomingMessage, response: http.ServerResponse, standIn: StandInS3): Promise<void> {
  const url = new URL(request.url ?? "/", "http://s3");
  const { bucket, pathStyle } = standIn.settings;
  const key = url.pathname.slice(pathStyle ? `/${bucket}/`.length : 1);
  standIn.requests.push(`${request.method} ${key}`);
  const failure = nextFailure(standIn, request.method);
  if (failure?.as === "silent") return void request.resume();
  if (failure?.as === "error") return refuse(request.resume(), response, failure.status, failure.code);
  const parts: Buffer[] = [];
  let receivedBytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    receivedBytes += part.length;
    if (failure?.as === "cut" && receivedBytes > failure.afterBytes) return void request.socket.destroy();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (failure?.as === "corrupt" && body.length > 0) body[0]! ^= 1;
  const fault = findFault({ request, url, key, body }, standIn.settings);
  if (fault) return refuse(request, response, ...fault);
  answer({ request, url, key, body }, response, standIn, failure);
}

function nextFailure(standIn: StandInS3, method: string | undefined): Failure | undefined {
  const { failure } = standIn;
  if (!failure || (failure.method !== undefined && failure.method !== method)) return undefined;
  if (failure.times !== undefined && (failure.times -= 1) === 0) standIn.failure = undefined;
  return failure;
}

function refuse(request: http.IncomingMessage, response: http.ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(request.method === "HEAD" ? undefined : xml);
}

function answer(
  { request, url, key, body }: ReceivedRequest,
  response: http.ServerResponse,
  { objects }: StandInS3,
  failure: Failure | undefined,
): void {
  if (request.method === "PUT") {
    objects.set(key, { bytes: body, storedAt: new Date() });
    return void response.writeHead(200).end();
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === "") return list(url, response, objects);
  const found = objects.get(key);
  if (!found) return refuse(request, response, 404, "NoSuchKey");
  response.writeHead(200, { "content-length": found.bytes.length, "content-type": "application/octet-stream" });
  if (request.method === "HEAD") return void response.end();
  void sendBody(found.bytes, response, failure);
}

/** Sends a body, or a part of it. */
async function sendBody(bytes: Buffer, response: http.ServerResponse, failure: Failure | undefined): Promise<void> {
  if (failure?.as === "cut") {
    response.write(bytes.subarray(0, failure.afterBytes), () => setTimeout(() => response.destroy(), 50));
    return;
  }
  if (failure?.as !== "slow") return void response.end(bytes);
  const piece = Math.ceil(bytes.length / 4);
  for (let from = 0; from < bytes.length && !response.destroyed; from += piece) {
    response.write(bytes.subarray(from, from + piece));
    await new Promise((resolve) => setTimeout(resolve, failure.pauseMs));
  }
  response.end();
}

function list(url: URL, response: http.ServerResponse, objects: StandInS3["objects"]): void {
  const { searchParams: query } = url;
  if (query.get("list-type") !== "2") return void response.writeHead(400).end();
  const wanted = [...objects]
    .filter(([key]) => key.startsWith(query.get("prefix") ?? "") && key > (query.get("start-after") ?? ""))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = wanted.slice(0, Math.min(1000, Number(query.get("max-keys") ?? 1000)));
  const contents = page.map(
    ([key, { bytes, storedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
  );
  response.writeHead(200, { "content-type": "application/xml" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${page.length < wanted.length}</IsTruncated>${contents.join("")}</ListBucketResult>`,
  );
}

/** The reason why S3 would refuse a call before it executes it. */
function findFault(received: ReceivedRequest, settings: S3Settings): [status: number, code: string] | undefined {
  const { request, url, body } = received;
  const { headers } = request;
  const { bucket, pathStyle } = settings;
  if (pathStyle ? !url.pathname.startsWith(`/${bucket}/`) : !String(headers.host).startsWith(`${bucket}.`))
    return [404, "NoSuchBucket"];
  if (request.method === "PUT" && headers["content-length"] === undefined) return [411, "MissingContentLength"];
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? "",
  );
  if (!match) return [403, "AccessDenied"];
  const [, key, scope = "", signedHeaders = "", signature] = match;
  if (key !== settings.key) return [403, "InvalidAccessKeyId"];
  const moment = String(headers["x-amz-date"]);
  if (Math.abs(Date.now() - toTime(moment)) > clockSkewMs) return [403, "RequestTimeTooSkewed"];
  if (scope !== `${moment.slice(0, 8)}/${settings.region}/s3/aws4_request`)
    return [400, "AuthorizationHeaderMalformed"];
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signedHeaders.split(";").includes(name)))
    return [403, "AccessDenied"];
  if (sign(received, settings, signedHeaders, scope) !== signature) return [403, "SignatureDoesNotMatch"];
  return sha256(body) === headers["x-amz-content-sha256"] ? undefined : [400, "XAmzContentSHA256Mismatch"];
}

function sign({ request, url }: ReceivedRequest, { secret }: S3Settings, signedHeaders: string, scope: string): string {
  const { headers, method } = request;
  const encode = (value: string) =>
    encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    method,
    url.pathname.split("/").map(encode).join("/"),
    query.join("&"),
    ...signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signedHeaders,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const signingKey = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(signingKey, toSign).toString("hex");
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** 20260102T030405Z */
const toTime = (moment: string): number =>
  Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
