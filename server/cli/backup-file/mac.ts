import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The key of a backup's MAC, and its public name, which distinguishes a wrong key from a changed manifest. */
export interface MacKey {
  id: string;
  bytes: Buffer;
}

/** The last entry of a backup: the HMAC-SHA-256 of its manifest in hex. */
export interface Mac {
  version: 1;
  key: string;
  mac: string;
}

/** Derives the key from a SEAL_SECRET (HKDF-SHA-256), so that a MAC reveals nothing about sealed values. */
export function deriveMacKey(sealSecret: string): MacKey {
  const derive = (label: string, length: number) => Buffer.from(hkdfSync("sha256", sealSecret, "", label, length));
  return { id: derive("sanad backup key id 1", 8).toString("hex"), bytes: derive("sanad backup mac 1", 32) };
}

/** Computes a MAC over the parts of a manifest. */
export const startMac = ({ bytes }: MacKey) => createHmac("sha256", bytes);

export function isSameMac(expected: Buffer, stored: string): boolean {
  const given = Buffer.from(stored, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
