import { useCallback, useEffect, useRef, useState } from "react";
import type { CaptchaImage, WidgetServices } from "#widgets/widget.ts";

/** The picture; undefined while it loads. `failed` when it could not be loaded. */
export interface CaptchaState {
  readonly captcha?: CaptchaImage;
  readonly failed: boolean;
  redraw(): void;
}

/**
 * Loads a picture while `open`. Loads another on request and on expiry, and then calls `onRedrawn`. After a refused
 * answer it loads another too, and the typed text stays beside its error.
 */
export function useCaptcha(
  open: boolean,
  services: WidgetServices,
  refused: boolean,
  onRedrawn: () => void,
): CaptchaState {
  const [state, setState] = useState<{ captcha?: CaptchaImage; failed: boolean }>({ failed: false });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ services, onRedrawn });
  useEffect(() => {
    latest.current = { services, onRedrawn };
  });

  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    setState({ failed: false });
    latest.current.services.requestCaptcha?.(controller.signal).then(
      (captcha) => {
        if (!controller.signal.aborted) setState({ captcha, failed: false });
      },
      () => {
        if (!controller.signal.aborted) setState({ failed: true });
      },
    );
    return () => controller.abort();
  }, [open, attempt]);

  const redraw = useCallback(() => {
    latest.current.onRedrawn();
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    if (open && refused) setAttempt((count) => count + 1);
  }, [open, refused]);
  const expiresAt = open ? state.captcha?.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(redraw, Math.max(0, Date.parse(expiresAt) - latest.current.services.now()));
    return () => clearTimeout(timer);
  }, [expiresAt, redraw]);
  return { ...state, redraw };
}
