import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import type { Tokens } from "./candidate.ts";

/** A candidate whose form is verified, and who has the credentials of it: a tenth of what the demo costs. */
export async function makeVerified(baseUrl: string): Promise<{ wire: ApiClient; tokens: Tokens; txnId: string }> {
  const wire = new ApiClient(baseUrl);
  const mobile = randomMobile("+9193########");
  const tokens = await wire.sandbox<Tokens>("POST", "session", { mobile, name: "Asha Verma", identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "COMPLETED" };
  const { txnId } = await wire.sandbox<{ txnId: string }>("POST", "scene", scene);
  return { wire, tokens, txnId };
}
