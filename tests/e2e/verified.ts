import { randomMobile } from "../tools/replay/variables.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import type { Tokens } from "./candidate.ts";

/** Creates a candidate with a verified form and its credentials, in a tenth of the demo's time. */
export async function makeVerified(baseUrl: string): Promise<{ api: ApiClient; tokens: Tokens; txnId: string }> {
  const api = new ApiClient(baseUrl);
  const mobile = randomMobile("+9193########");
  const tokens = await api.sandbox<Tokens>("POST", "session", { mobile, name: "Asha Verma", identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "COMPLETED" };
  const { txnId } = await api.sandbox<{ txnId: string }>("POST", "transaction", scene);
  return { api, tokens, txnId };
}
