import { getContract } from "./contracts.ts";
import { getOperation, type OperationId } from "./operations.ts";

interface Shape { properties?: Record<string, unknown>; anyOf?: Shape[] }

/** Every argument that a document may give an operation, as the client takes them (before `collects` and `contextAs` reshape them). */
export function toArgumentNames(id: OperationId): ReadonlySet<string> {
  const { params, query, body } = getContract(id) as { params?: Shape; query?: Shape; body?: Shape };
  const { context = [], collects } = getOperation(id);
  return new Set([...[params, query, body].flatMap(namesOf), ...context, ...(collects?.keys ?? [])]);
}

const namesOf = (shape: Shape | undefined): string[] => [...Object.keys(shape?.properties ?? {}), ...(shape?.anyOf ?? []).flatMap(namesOf)];
