import { createHash } from "node:crypto";

/** 32 characters of the SHA-256 of a text, so that equal content has the same address everywhere. */
export const toHash = (content: string): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 32);

/** The served content of a release by address: definitions in "d", validators in "v". */
export class ServedContent {
  readonly byUrl = new Map<string, string>();

  /** Adds content under its hash and returns the address, "/config/d/….json". */
  add(place: "d" | "v", content: string, ending: "json" | "js"): string {
    return this.put(place, toHash(content), content, ending);
  }

  /** The same for content with a known hash. */
  put(place: "d" | "v", hash: string, content: string, ending: "json" | "js"): string {
    const url = `/config/${place}/${hash}.${ending}`;
    this.byUrl.set(url, content);
    return url;
  }
}
