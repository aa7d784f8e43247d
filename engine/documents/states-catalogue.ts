import Type, { type TOptional } from "typebox";
import { listGuarded, type Guarded } from "#engine/api/operations.ts";
import { evaluationStates, stateNames, StateSchema } from "#engine/api/states.ts";
import { described } from "#engine/base/described.ts";
import { waiters } from "#engine/transaction/waiters.ts";
import { closed, document, many, ref, requiredText, text, tone } from "./fragments.ts";

/**
 * Who moves a transaction or a verification where no operation does. `identity`: it was proved who the candidate is;
 * `transaction`: a verification goes along with its transaction; `items`: a transaction follows its verifications.
 */
export const actors = ["provider", "job", "support", "sandbox", "identity", "transaction", "items"] as const;
/** Who or what a transition is made by. */
export type Doer = Guarded | (typeof actors)[number];
const doer = () => Type.Unsafe<Doer>({ enum: [...listGuarded("transaction"), ...listGuarded("item"), ...actors] });

/** How a step of a timeline reads: when it is over, while it lasts, and before it comes; without the last two as `past`. */
const told = (name: string) =>
  closed(
    {
      past: described(requiredText(), "How the step reads when it is over.", "Submitted"),
      now: described(text(), "How it reads while it lasts; without it as past.", "We look at your papers"),
      next: described(text(), "How it reads before it comes; without it as past.", "We look at your papers"),
    },
    { description: `The step ${name} of a timeline.` },
  );

/**
 * Tags, tones and priorities of the states, whose step is next, and what is allowed: each transition, and each operation that leaves the
 * state as it is (without `to`, and then also from "any" state). `unless` names rules: the first that holds, of every row for the state, is the reason
 * of a 409. `otherwise` is said where no row is for the state. `timeline` has words for the states that are told to the candidate when they look back; others are left out.
 */
export const statesSchema = document("states", {
  states: many(
    closed({
      tag: described(requiredText(), "What it is called.", "In progress"),
      tone: tone(),
      priority: Type.Integer({ description: "Where it stands among others: the greatest first.", examples: [10] }),
      waitsFor: Type.Enum(waiters, { description: "Whose step is next." }),
    }),
    "How each state reads, by its name.",
  ),
  transitions: Type.Array(
    closed({
      of: Type.Union([Type.Literal("transaction"), Type.Literal("item")], {
        description: "What changes: the transaction, or an item, which is one verification of it.",
      }),
      from: Type.Union([Type.Literal("any"), Type.Array(StateSchema, { minItems: 1 })], {
        description: "The states from which it is allowed.",
        examples: [["DATA_SAVED"]],
      }),
      to: described(Type.Optional(StateSchema), "The state that it leads to; without it the state stays."),
      by: described(
        Type.Union([doer(), Type.Array(doer(), { minItems: 1 })]),
        "The operation that does it, or who does it where none does.",
      ),
      unless: Type.Optional(
        Type.Array(ref("rule"), { description: "Names of rules that forbid it: the first that holds is the reason." }),
      ),
    }),
    { description: "What is allowed: each row says from where, to where, by what, and what forbids it." },
  ),
  otherwise: described(requiredText(), "What is said where no row allows it.", "This cannot be done now."),
  timeline: Type.Optional(
    closed(
      Object.fromEntries(
        [...stateNames, ...evaluationStates].map((name) => [name, Type.Optional(told(name))]),
      ) as Record<(typeof stateNames)[number] | (typeof evaluationStates)[number], TOptional<ReturnType<typeof told>>>,
      { description: "The states that are told to the candidate when they look back; others are left out." },
    ),
  ),
});
