import { evaluate, type Scope } from "#engine/rules/evaluate.ts";
import type { Call } from "#renderer/data/client.ts";
import type { Captcha, CaptchaWork, WidgetServices } from "#widgets/widget.ts";

// Fetched with the first photo.
const loadNonces = () => import("./photo-nonce.ts");

/** An agent may send a photo that was taken before; a candidate takes it now. */
export const isAgent = (scope: Scope): boolean => Boolean(evaluate({ var: "profile.agentId" }, scope));

/** What widgets may ask by which somebody shows that they are there: a captcha, or a photo that is taken now. */
export function toProofServices(setup: {
  readonly call: Call;
  scope(): Scope;
  verificationName(): string | undefined;
  onCaptcha(captchaId: string): void;
}): Required<Pick<WidgetServices, "drawCaptcha" | "askWork" | "photoNonce">> {
  const { call } = setup;
  const ask = async <Asked extends { captchaId: string }>(
    operation: "captcha.verify" | "captcha.work",
    signal: AbortSignal,
  ): Promise<Asked> => {
    const asked = (await call(operation, { verificationName: setup.verificationName() }, { signal })) as Asked;
    if (!signal.aborted) setup.onCaptcha(asked.captchaId);
    return asked;
  };
  return {
    drawCaptcha: (signal) => ask<Captcha>("captcha.verify", signal),
    askWork: (signal) => ask<CaptchaWork>("captcha.work", signal),
    photoNonce: async (signal) =>
      isAgent(setup.scope()) ? undefined : (await loadNonces()).askPhotoNonce(call, setup.verificationName(), signal),
  };
}
