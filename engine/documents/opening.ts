/** What the query of any address may say of the transaction that it opens: the name there, and which id it is. */
export const openingQuery = { orgId: "orgId", formId: "formId", txId: "txnId" } as const;

/**
 * The ids of the open transaction, as an address says them. Those of the path come first; a path that may name a
 * transaction and does not, opens none, whatever the query says.
 */
export function toOpenIds(
  route: string | readonly string[],
  params: Readonly<Record<string, string | undefined>>,
  query: { get(name: string): string | null },
): Record<string, string | undefined> {
  const said = Object.entries(openingQuery).flatMap(([name, id]) => {
    const value = params[id] ?? query.get(name);
    return value ? [[id, value] as const] : [];
  });
  const named = [route].flat().some((path) => path.includes(":txnId"));
  return { ...Object.fromEntries(said), ...(named && { txnId: params["txnId"] }) };
}
