import { atom } from "jotai";
import { store } from "./store.ts";

/** The device can create and keep passkeys. False until the browser has answered. */
export const passkeySupportAtom = atom(false);

/** Asks the browser once. Old browsers, and pages without TLS, lack the API. */
export function detectPasskeySupport(): void {
  const answer = globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.();
  answer?.then(
    (isAvailable) => store.set(passkeySupportAtom, isAvailable),
    (error: unknown) => console.warn("The browser did not say whether it can keep passkeys", error),
  );
}
