import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import type { Assertion, Creation } from "#engine/core/scope/shapes/passkeys.ts";
import type { Step, Steps } from "#engine/core/definitions/steps.ts";
import type { Action, ActionContext } from "#renderer/runtime/action.ts";
import { loadCode } from "#renderer/session/code-loading.ts";

const loadBrowserApi = () => loadCode(() => import("@simplewebauthn/browser"));

/** Asks the authenticator; a refusal, such as a cancelled dialog of the browser, runs the steps of `failed`. */
async function ask(
  step: Step,
  options: Expr,
  context: ActionContext,
  toResult: (options: never) => Promise<Creation | Assertion>,
): Promise<void> {
  const value = evaluate(options, context.scope());
  let result: Creation | Assertion;
  try {
    result = await toResult(value as never);
  } catch (error) {
    console.warn("The authenticator gave no passkey", error);
    return context.continueWith(step["failed"] as Steps | string, "failed", context, {});
  }
  await context.continueWith(step["then"] as Steps | string, "then", context, { result });
}

export const createPasskey: Action = async (step, context) => {
  const { startRegistration } = await loadBrowserApi();
  await ask(step, step["createPasskey"] as Expr, context, async (optionsJSON): Promise<Creation> => {
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    const answer = { clientDataJSON, attestationObject, ...(transports && { transports }) };
    return { id, rawId, type: "public-key", response: answer };
  });
};

export const usePasskey: Action = async (step, context) => {
  const { startAuthentication } = await loadBrowserApi();
  await ask(step, step["usePasskey"] as Expr, context, async (optionsJSON): Promise<Assertion> => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const answer = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
    return { id, rawId, type: "public-key", response: answer };
  });
};
