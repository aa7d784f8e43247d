import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { byName, closed, defineKind, ref, requiredText, text } from "./fragments.ts";

const operations = (description: string) => Type.Array(ref("staffOperation"), { description, uniqueItems: true });

/**
 * The roles of staff: what each may call in an organisation where a person has it. A person with several roles may call
 * what any of them lists, without a second person where one of them does without.
 */
export const rolesSchema = defineKind("roles", {
  roles: byName(
    closed({
      title: described(requiredText(), "The label.", "Verifier"),
      about: described(text(), "What the role is for.", "Reads cases and decides them."),
      operations: operations("The operations that the role may call."),
      secondPerson: Type.Optional(
        operations("Those of them that a second person approves first: a colleague who may call them too."),
      ),
    }),
    "The roles, by name.",
  ),
});
export type Role = Static<typeof rolesSchema>["roles"][string];

const reasons = (description: string) =>
  byName(
    closed({ text: described(requiredText(), "What the candidate reads.", "The photo is not sharp enough to read.") }),
    description,
  );

/** Ready-made reasons of decisions: the candidate reads them in their language. */
export const reasonsSchema = defineKind("reasons", {
  failed: reasons("Why a verification failed, by name."),
  more: reasons("Why a field must be sent again, by name."),
  withdrawn: reasons("Why a credential is withdrawn, by name."),
  nameChange: reasons("Why a name change is refused, by name."),
  deletion: reasons("Why a request for deletion is refused, by name."),
  refund: reasons("Why staff refund a payment, by name."),
});
