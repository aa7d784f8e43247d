import type { OperationId } from "#engine/contract/operations.ts";
import { getOperation } from "#engine/contract/operations.ts";
import { toRequest } from "#engine/contract/request.ts";
import { completeAnswer } from "#engine/contract/complete/index.ts";
import { Failure, type FailureBody } from "#renderer/data/failure.ts";
import { send } from "#renderer/data/transport.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import type { DetectionReport, StoredFile } from "#widgets/widget.ts";

interface SingleRequestUpload {
  readonly category: string | undefined;
  readonly photoNonce?: string | undefined;
  readonly fieldName: string;
  readonly verificationName: string | undefined;
  readonly detectIssues: boolean;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number, totalBytes: number): void;
}
type Sent = { readonly uploadId: string; readonly stored?: StoredFile; readonly report?: DetectionReport };

/** Checked files that the candidate has not accepted yet. The wallet keeps none before that. */
const checkedFiles = new Map<string, File>();
let sentCount = 0;

/** Uploads a file in one request, which every wallet supports. Throws Failure. */
export async function uploadInOneRequest(file: File, options: SingleRequestUpload): Promise<Sent> {
  const { category, photoNonce, fieldName, verificationName, detectIssues, signal } = options;
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
  if (detectIssues) checkedFiles.set(uploadId, file);
  options.onProgress(file.size, file.size);
  return sent;
}

/** Stores a file that was checked before; undefined for a file of another kind of upload. */
export async function acceptSingleRequestUpload(uploadId: string): Promise<StoredFile | undefined> {
  const file = checkedFiles.get(uploadId);
  if (!file) return undefined;
  const stored = await store(file, {});
  checkedFiles.delete(uploadId);
  return stored;
}

/** The wallet returns the address; name, size and type come from the file. */
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
  const data = await send(
    { operation, path, method, auth, body: form, signal },
    async (answer) => ((await answer.json().catch(() => ({}))) ?? {}) as FailureBody & { data?: unknown },
    ({ ok, status, headers }, content) =>
      ok && content.code === 0 ? content.data : new Failure(operation, status, content, headers.get("retry-after")),
  );
  return completeAnswer(operation, data, { arguments: { uploadId }, now: readServerTime().toISOString() }) as Answer;
}
