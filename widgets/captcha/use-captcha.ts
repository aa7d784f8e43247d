import { useCallback, useEffect, useRef, useState } from "react";
import type { Captcha, WidgetServices } from "#widgets/widget.ts";

/** The picture, undefined while it is on its way; `failed` when it did not come. */
export interface CaptchaState {
  readonly captcha?: Captcha;
  readonly failed: boolean;
  redraw(): void;
}

/** Draws a picture while `open`; another one when asked or when it expires (`onRedrawn`), and when the answer was refused: then what was typed stays beside its message. */
export function useCaptcha(
  open: boolean,
  services: WidgetServices,
  refused: boolean,
  onRedrawn: () => void,
): CaptchaState {
  const [state, setState] = useState<{ captcha?: Captcha; failed: boolean }>({ failed: false });
  const [round, setRound] = useState(0);
  const latest = useRef({ services, onRedrawn });
  useEffect(() => {
    latest.current = { services, onRedrawn };
  });

  useEffect(() => {
    if (!open) return;
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
  }, [open, round]);

  const redraw = useCallback(() => {
    latest.current.onRedrawn();
    setRound((before) => before + 1);
  }, []);
  useEffect(() => {
    if (open && refused) setRound((before) => before + 1);
  }, [open, refused]);
  const expiresAt = open ? state.captcha?.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(redraw, Math.max(0, Date.parse(expiresAt) - latest.current.services.now()));
    return () => clearTimeout(timer);
  }, [expiresAt, redraw]);
  return { ...state, redraw };
}
