import Type, { type TOptional } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, defineKind, byName, ref, requiredText, text, tone } from "./fragments.ts";
import { consoleGuardedOperations, guardedOperations, type GuardedOperationId } from "./guarded-operations.ts";
import { StateSchema } from "./state-schemas.ts";
import { evaluationStates, stateNames, responsibleParties } from "./states.ts";

/**
 * Actors of transitions that no operation makes. `identity`: the candidate's identity was proved. `transaction`: a
 * verification follows its transaction. `items`: a transaction follows its verifications.
 */
export const actors = ["provider", "job", "support", "sandbox", "identity", "transaction", "items"] as const;
/** The actor of a transition: an operation or one of `actors`. */
export type TransitionActor = GuardedOperationId | (typeof consoleGuardedOperations)[number] | (typeof actors)[number];
const actor = () =>
  Type.Unsafe<TransitionActor>({
    enum: [...guardedOperations.transaction, ...guardedOperations.item, ...consoleGuardedOperations, ...actors],
  });

/** Texts of a timeline step: when past, while current, and before it comes. Without the last two, `past` is used. */
const timelineTexts = (name: string) =>
  closed(
    {
      past: described(requiredText(), "The text of the step when it is over.", "Submitted"),
      now: described(
        text(),
        "The text of the present step; the text for the past without it.",
        "We check your documents",
      ),
      next: described(
        text(),
        "The text of a future step; the text for the past without it.",
        "We check your documents",
      ),
    },
    { description: `The step ${name} of a timeline.` },
  );

/**
 * The states: tag, tone, priority and responsible party of each, and the allowed transitions. A row without `to` allows
 * an operation that keeps the state; it may apply to "any" state. `unless` names rules: the first one that holds, of
 * all rows for the state, is the reason of a 409. `otherwise` is the text without any row. `timeline` has the texts of
 * the states that the candidate's timeline shows.
 */
export const statesSchema = defineKind("states", {
  states: byName(
    closed({
      tag: described(requiredText(), "The label.", "In progress"),
      tone: tone(),
      priority: Type.Integer({ description: "The sort order: the lowest number first.", examples: [10] }),
      responsible: Type.Enum(responsibleParties, { description: "The party responsible for the next step." }),
    }),
    "The states, by name.",
  ),
  transitions: Type.Array(
    closed({
      of: Type.Union([Type.Literal("transaction"), Type.Literal("item")], {
        description: "The subject: the transaction, or an item, which is one of its verifications.",
      }),
      from: Type.Union([Type.Literal("any"), Type.Array(StateSchema, { minItems: 1 })], {
        description: "The states that allow it.",
        examples: [["DATA_SAVED"]],
      }),
      to: described(Type.Optional(StateSchema), "The new state; unchanged without it."),
      by: described(
        Type.Union([actor(), Type.Array(actor(), { minItems: 1 })]),
        "The operation, or the actor where no operation does it.",
      ),
      unless: Type.Optional(
        Type.Array(ref("rule"), {
          description: "The names of the rules that forbid it; the first true one is the reason.",
        }),
      ),
    }),
    { description: "The allowed transitions, with their operation or actor and the rules that forbid them." },
  ),
  otherwise: described(requiredText(), "The message where no row allows it.", "This cannot be done now."),
  timeline: Type.Optional(
    closed(
      Object.fromEntries(
        [...stateNames, ...evaluationStates].map((name) => [name, Type.Optional(timelineTexts(name))]),
      ) as Record<
        (typeof stateNames)[number] | (typeof evaluationStates)[number],
        TOptional<ReturnType<typeof timelineTexts>>
      >,
      { description: "The states in a timeline; other states are omitted." },
    ),
  ),
});
