import { evaluate, type Scope } from "#engine/core/rules/evaluate.ts";
import type { Call } from "#renderer/data/client.ts";
import type { CaptchaImage, CaptchaProofOfWork, WidgetServices } from "#widgets/widget.ts";

// Loaded with the first photo.
const loadNonces = () => import("./photo-nonce.ts");

/** Agents may upload an existing photo; candidates take it live. */
export const isAgent = (scope: Scope): boolean => Boolean(evaluate({ var: "profile.agentId" }, scope));

/** Services that prove a person is present: captchas and live photos. */
export function toPresenceServices(setup: {
  readonly call: Call;
  scope(): Scope;
  verificationName(): string | undefined;
  onCaptcha(captchaId: string): void;
}): Required<Pick<WidgetServices, "requestCaptcha" | "requestProofOfWork" | "requestPhotoNonce">> {
  const { call } = setup;
  const request = async <Requested extends { captchaId: string }>(
    operation: "captcha.verify" | "captcha.work",
    signal: AbortSignal,
  ): Promise<Requested> => {
    const requested = (await call(operation, { verificationName: setup.verificationName() }, { signal })) as Requested;
    if (!signal.aborted) setup.onCaptcha(requested.captchaId);
    return requested;
  };
  return {
    requestCaptcha: (signal) => request<CaptchaImage>("captcha.verify", signal),
    requestProofOfWork: (signal) => request<CaptchaProofOfWork>("captcha.work", signal),
    requestPhotoNonce: async (signal) =>
      isAgent(setup.scope())
        ? undefined
        : (await loadNonces()).requestPhotoNonce(call, setup.verificationName(), signal),
  };
}
