/*
 * The contracts of the console: operations of staff. They are apart from the wallet's, so that its pages carry none of
 * them. To add one: a literal in the file of its area, a handler in server/api/routes/, and the roles that may call it
 * in schemas/catalogues/roles.json.
 */
import type { consoleGuardedOperations } from "#engine/core/definitions/guarded-operations.ts";
import type { OperationContract } from "../parts/operation-contract.ts";
import { caseOperations } from "./cases.ts";
import { chatOperations } from "./chats.ts";
import { deletionOperations } from "./deletions.ts";
import { deliveryOperations } from "./deliveries.ts";
import { formMessageOperations } from "./form-messages.ts";
import { formOperations } from "./forms.ts";
import { nameChangeOperations } from "./name-changes.ts";
import { orderOperations } from "./orders.ts";
import { staffOperations } from "./staff.ts";
import { verifierCallOperations } from "./verifier-calls.ts";

/** The console's contracts by operation id. */
export const consoleContracts = {
  ...staffOperations,
  ...caseOperations,
  ...chatOperations,
  ...deletionOperations,
  ...deliveryOperations,
  ...formOperations,
  ...formMessageOperations,
  ...nameChangeOperations,
  ...orderOperations,
  ...verifierCallOperations,
} as const satisfies Record<string, OperationContract> &
  Record<(typeof consoleGuardedOperations)[number], OperationContract>;

/** The console's contracts with their literal types. */
export type ConsoleContracts = typeof consoleContracts;
/** The id of an operation of the console. */
export type ConsoleOperationId = keyof ConsoleContracts;

/** Operations that a role may list: not those of everybody who has signed in, nor of those who have not. */
export const roleOperations: readonly string[] = Object.entries<OperationContract>(consoleContracts).flatMap(
  ([id, { auth, ofSelf }]) => (auth === "staff" && !ofSelf ? [id] : []),
);
