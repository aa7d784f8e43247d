import { atom } from "jotai";
import { store } from "./store.ts";

/** The device can create and keep passkeys. False until the browser has answered. */
export const passkeySupportAtom = atom(false);

/** Asks the browser once per page. Old browsers, and pages without TLS, lack the API. */
export async function detectPasskeySupport(): Promise<void> {
  const isAvailable = globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable;
  try {
    store.set(passkeySupportAtom, (await isAvailable?.call(globalThis.PublicKeyCredential)) ?? false);
  } catch (error) {
    console.warn("The browser gave no answer whether it can keep passkeys", error);
  }
}
