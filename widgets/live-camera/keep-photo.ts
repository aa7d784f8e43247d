import type { TextKey } from "#engine/documents/text-keys.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { GeoAddress, WidgetServices, WidgetText } from "#widgets/widget.ts";
import { readPlace, type Place } from "./position.ts";

/** The value of the field: the stored picture, when and where it was taken. */
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

/** A photo that is to be kept, and for which field. */
export interface PhotoOrder {
  readonly photo: File;
  readonly pointer: string;
  /** The place is asked for first; without one the photo is not kept. */
  readonly geolocation: boolean;
  readonly services: WidgetServices;
  readonly text: WidgetText;
  readonly signal: AbortSignal;
  /** The place is known, or not asked for: the picture goes. */
  onSending(): void;
}

/** What each photo was taken with: one that is sent again, after a lost line, is the same photo. */
const nonces = new WeakMap<File, string>();

/** Where it was taken, then the picture, then the words for the place; a sentence for the candidate when it fails. */
export async function keepPhoto(order: PhotoOrder): Promise<GeoCapture | string> {
  const { photo, pointer, geolocation, services, text, signal, onSending } = order;
  const asked = toNonce(order);
  asked.catch(() => undefined); // told where it is awaited
  const place = geolocation ? await readPlace(text) : undefined;
  if (place && "message" in place) return place.message;
  if (signal.aborted) return "";
  onSending();
  try {
    const photoNonce = await asked;
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
    return { imageUrl: stored.fileUrl, ...(place ? await toWhere(place, order) : { timestamp: photo.lastModified }) };
  } catch (error) {
    const refused = error instanceof UploadError && error.failure === "refused" ? error.message : "";
    const failure: TextKey = error instanceof UploadError && error.failure === "lost" ? "camera.lost" : "file.failed";
    return refused || text(failure);
  }
}

async function toNonce({ photo, services, signal }: PhotoOrder): Promise<string | undefined> {
  const nonce = nonces.get(photo) ?? (await services.photoNonce?.(signal));
  if (nonce !== undefined) nonces.set(photo, nonce);
  return nonce;
}

async function toWhere({ coords }: Extract<Place, { coords: unknown }>, { services, signal }: PhotoOrder) {
  const words = await services.locate?.(coords, signal).catch(() => undefined); // the point itself is enough
  return { ...coords, ...words };
}
