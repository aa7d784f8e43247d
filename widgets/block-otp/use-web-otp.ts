import { useEffect, useRef } from "react";

interface OtpCredential extends Credential {
  readonly code: string;
}

/** Offers the code of an arriving SMS where the browser can (Chromium on Android); the wait ends when the field goes away. */
export function useWebOtp(enabled: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (!enabled || !("OTPCredential" in window)) return;
    const waiting = new AbortController();
    const request = { otp: { transport: ["sms"] }, signal: waiting.signal } as CredentialRequestOptions;
    navigator.credentials.get(request).then(
      (credential) => {
        if (credential && !waiting.signal.aborted) latest.current((credential as OtpCredential).code);
      },
      () => undefined, // declined, timed out or aborted: the candidate types the code
    );
    return () => waiting.abort();
  }, [enabled]);
}
