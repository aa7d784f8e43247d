import type { OperationId } from "#engine/api/operations.ts";
import { getOperation } from "#engine/api/operations.ts";
import { toRequest } from "#engine/api/request.ts";
import { completeAnswer } from "#engine/complete/index.ts";
import { Failure, type FailureBody } from "#renderer/data/failure.ts";
import { send } from "#renderer/data/transport.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import type { DetectionReport, StoredFile } from "#widgets/widget.ts";

/** What is sent beside a file, and how it is followed. */
interface WholeOrder {
  readonly category: string | undefined;
  readonly photoNonce?: string | undefined;
  readonly fieldName: string;
  readonly verificationName: string | undefined;
  readonly detectIssues: boolean;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}
type Sent = { readonly uploadId: string; readonly stored?: StoredFile; readonly report?: DetectionReport };

/** Files that were looked at and wait for a yes: a wallet that takes them whole keeps none until then. */
const waiting = new Map<string, File>();
let sentCount = 0;

/** Sends a file in one piece, as every wallet takes it. Throws Failure. */
export async function sendWhole(file: File, order: WholeOrder): Promise<Sent> {
  const { category, photoNonce, fieldName, verificationName, detectIssues, signal } = order;
  const uploadId = `whole-${(sentCount += 1)}`;
  const sent: Sent = detectIssues
    ? {
        uploadId,
        report: await post<DetectionReport>("files.detect", file, {
          parts: { verificationName, fieldName },
          uploadId,
          signal,
        }),
      }
    : { uploadId, stored: await store(file, { fileCategory: category, photoNonce }, signal) };
  if (detectIssues) waiting.set(uploadId, file);
  order.onProgress(file.size, file.size);
  return sent;
}

/** Stores a file that was looked at; undefined for one that was not sent here. */
export async function acceptWhole(uploadId: string): Promise<StoredFile | undefined> {
  const file = waiting.get(uploadId);
  if (!file) return undefined;
  const stored = await store(file, {});
  waiting.delete(uploadId);
  return stored;
}

/** A wallet names the place of what it keeps; the rest the file says itself. */
async function store(file: File, query: Record<string, unknown>, signal?: AbortSignal): Promise<StoredFile> {
  const stored = await post<Partial<StoredFile>>("files.upload", file, { query, signal });
  return { fileName: file.name, sizeBytes: file.size, type: file.type, ...stored } as StoredFile;
}

async function post<Answer>(
  operation: OperationId,
  file: File,
  {
    parts = {},
    query = {},
    uploadId,
    signal,
  }: {
    parts?: Record<string, string | undefined>;
    query?: Record<string, unknown>;
    uploadId?: string;
    signal?: AbortSignal | undefined;
  },
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) form.append(name, value);
  form.append("file", file, file.name);
  const { path, method } = toRequest(operation, query);
  const { auth } = getOperation(operation);
  const said = await send(
    { operation, path, method, auth, body: form, signal },
    async (answer) => ((await answer.json().catch(() => ({}))) ?? {}) as FailureBody & { data?: unknown },
    ({ ok, status, headers }, content) =>
      ok && content.code === 0 ? content.data : new Failure(operation, status, content, headers.get("retry-after")),
  );
  return completeAnswer(operation, said, { of: { uploadId }, now: readServerTime().toISOString() }) as Answer;
}
