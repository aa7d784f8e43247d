import { createHash } from "node:crypto";

/** 32 characters of a text's SHA-256: the same text has the same address everywhere. */
export const toHash = (content: string): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 32);

/** What a release serves, each under the hash of its content: documents in "d", validators in "v". */
export class ServedContent {
  readonly byUrl = new Map<string, string>();

  /** Puts content under its hash and gives the address, "/config/d/….json". */
  add(place: "d" | "v", content: string, ending: "json" | "js"): string {
    return this.put(place, toHash(content), content, ending);
  }

  /** The same of content whose hash is known. */
  put(place: "d" | "v", hash: string, content: string, ending: "json" | "js"): string {
    const url = `/config/${place}/${hash}.${ending}`;
    this.byUrl.set(url, content);
    return url;
  }
}
