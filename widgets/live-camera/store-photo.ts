import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { GeoAddress, WidgetServices, WidgetText } from "#widgets/widget.ts";
import { readPosition, type Position } from "./position.ts";

/** The value of the field: the stored picture, with time and position. */
export interface GeoCapture {
  readonly imageUrl: string;
  readonly timestamp: number;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly accuracy?: number;
  readonly address?: GeoAddress;
  readonly mapImage?: string;
  readonly ipAddress?: string;
}

export interface PhotoUpload {
  readonly photo: File;
  readonly pointer: string;
  /** Requires a position; without one the photo is not stored. */
  readonly geolocation: boolean;
  readonly services: WidgetServices;
  readonly text: WidgetText;
  readonly signal: AbortSignal;
  /** Called when the upload begins, after the position is known. */
  onSending(): void;
}

/** The nonce of each photo: a retry after a lost connection sends the same photo. */
const nonces = new WeakMap<File, string>();

/**
 * Reads the position, uploads the picture, then looks up the address. Returns a message for the candidate on failure.
 */
export async function storePhoto(upload: PhotoUpload): Promise<GeoCapture | string> {
  const { photo, pointer, geolocation, services, text, signal, onSending } = upload;
  const nonceRequest = toNonce(upload);
  nonceRequest.catch(() => undefined); // handled where it is awaited
  const position = geolocation ? await readPosition(text) : undefined;
  if (position && "message" in position) return position.message;
  if (signal.aborted) return "";
  onSending();
  try {
    const photoNonce = await nonceRequest;
    const sent = await services.upload(photo, {
      category: "photo",
      ...(photoNonce !== undefined && { photoNonce }),
      fieldName: pointer.split("/").pop() ?? "",
      detectIssues: false,
      resumeKey: [pointer, photo.name, photo.size].join("|"),
      signal,
      onProgress: () => undefined,
    });
    const stored = sent.stored ?? (await services.acceptUpload(sent.uploadId));
    return {
      imageUrl: stored.fileUrl,
      ...(position ? await describePosition(position, upload) : { timestamp: photo.lastModified }),
    };
  } catch (error) {
    const refused = error instanceof UploadError && error.failure === "refused" ? error.message : "";
    const failure: TextKey =
      error instanceof UploadError && error.failure === "offline" ? "camera.lost" : "file.failed";
    return refused || text(failure);
  }
}

async function toNonce({ photo, services, signal }: PhotoUpload): Promise<string | undefined> {
  const nonce = nonces.get(photo) ?? (await services.requestPhotoNonce?.(signal));
  if (nonce !== undefined) nonces.set(photo, nonce);
  return nonce;
}

async function describePosition({ coords }: Extract<Position, { coords: unknown }>, { services, signal }: PhotoUpload) {
  const address = await services.locate?.(coords, signal).catch(() => undefined); // coordinates alone are enough
  return { ...coords, ...address };
}
