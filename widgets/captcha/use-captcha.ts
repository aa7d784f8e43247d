import { useCallback, useEffect, useRef, useState } from "react";
import type { Captcha, WidgetServices } from "#widgets/widget.ts";

/** The picture, undefined while it is on its way; `failed` when it did not come. */
export interface CaptchaState {
  readonly captcha?: Captcha;
  readonly failed: boolean;
  redraw(): void;
}

/** Draws a picture; another one when asked or when it expires (`onRedrawn`), and when the answer was refused: then what was typed stays beside its message. */
export function useCaptcha(services: WidgetServices, refused: boolean, onRedrawn: () => void): CaptchaState {
  const [state, setState] = useState<{ captcha?: Captcha; failed: boolean }>({ failed: false });
  const [round, setRound] = useState(0);
  const latest = useRef({ services, onRedrawn });
  useEffect(() => {
    latest.current = { services, onRedrawn };
  });

  useEffect(() => {
    const drawing = new AbortController();
    setState({ failed: false });
    latest.current.services.drawCaptcha?.(drawing.signal).then(
      (captcha) => {
        if (!drawing.signal.aborted) setState({ captcha, failed: false });
      },
      () => {
        if (!drawing.signal.aborted) setState({ failed: true });
      },
    );
    return () => drawing.abort();
  }, [round]);

  const redraw = useCallback(() => {
    latest.current.onRedrawn();
    setRound((before) => before + 1);
  }, []);
  useEffect(() => {
    if (refused) setRound((before) => before + 1);
  }, [refused]);
  const expiresAt = state.captcha?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(redraw, Math.max(0, Date.parse(expiresAt) - latest.current.services.now()));
    return () => clearTimeout(timer);
  }, [expiresAt, redraw]);
  return { ...state, redraw };
}
