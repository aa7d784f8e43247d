/** Query names that identify the open transaction, each with the id that it holds. Any address may have them. */
export const transactionQuery = { orgId: "orgId", formId: "formId", txId: "txnId" } as const;

/**
 * Reads the ids of the open transaction from an address; the path wins over the query. A route that has `:txnId` opens
 * no transaction without it, even if the query names one.
 */
export function readTransactionIds(
  route: string | readonly string[],
  params: Readonly<Record<string, string | undefined>>,
  query: { get(name: string): string | null },
): Record<string, string | undefined> {
  const ids = Object.entries(transactionQuery).flatMap(([name, id]) => {
    const value = params[id] ?? query.get(name);
    return value ? [[id, value] as const] : [];
  });
  const named = [route].flat().some((path) => path.includes(":txnId"));
  return { ...Object.fromEntries(ids), ...(named && { txnId: params["txnId"] }) };
}
