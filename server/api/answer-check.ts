import { Ajv, type ValidateFunction } from "ajv";
import type { OperationId } from "#engine/api/operations.ts";
import { WalletError } from "#server/errors.ts";

const ajv = new Ajv({ strict: false });
const checks = new Map<OperationId, ValidateFunction>();

/** Refuses an answer that breaks its own contract; in the sandbox a wrong answer should be loud. Throws `unexpected`. */
export function checkAnswer(id: OperationId, schema: object, data: unknown): void {
  const check = checks.get(id) ?? ajv.compile(schema);
  checks.set(id, check);
  // As the wire will have it: no undefined, dates as text.
  if (check(JSON.parse(JSON.stringify(data)))) return;
  const faults = (check.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath || "/"} ${error.message} ${JSON.stringify(error.params)}`);
  throw new WalletError("unexpected", { cause: new Error(`${id} answers against its contract: ${faults.join("; ")}`) });
}
