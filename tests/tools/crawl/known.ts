import { signInAgain } from "../screenshots/scene.ts";
import { ApiClient } from "../replay/api-client.ts";
import type { Known } from "./addresses.ts";
import type { Scene } from "./situations.ts";

/** Ids for a scene's addresses: verifications, a credential, paid and unpaid bills. */
export async function readKnown(baseUrl: string, { mobile, open, orders }: Scene): Promise<Known> {
  const bills: Known["bills"] = [
    ["a bill in rupees", { region: "IN", provider: "phonepe" }],
    ["a bill in dollars", { region: "INTL", provider: "stripe" }],
    ...Object.entries(orders).flatMap(([name, order]): Known["bills"] => [
      [`back from paying: ${name}`, { order_id: order }],
      [`receipt: ${name}`, { order, transactionHistory: true }],
    ]),
    ["cancelled", { region: "IN", order_id: orders["failed"], cancelled: true }],
  ];
  if (mobile === undefined) return { verifications: [], bills };
  const api = new ApiClient(baseUrl);
  const { accessToken: bearer } = await signInAgain(baseUrl, mobile);
  const credentials = await api.call("credentials.list", { count: "1" }, { bearer });
  const [first] = (credentials.data as { list: { id: string }[] }).list;
  const info = open && (await api.call("transactions.info", {}, { bearer, context: open }));
  const { verificationList = {} } = (info?.data ?? {}) as { verificationList?: object };
  return { verifications: Object.keys(verificationList), bills, ...(first && { credentialId: first.id }) };
}
