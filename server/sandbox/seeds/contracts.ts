import Type, { type Static } from "typebox";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";

/** An object without additional keys. */
const closed = <T extends Record<string, Parameters<typeof Type.Object>[0][string]>>(keys: T) =>
  Type.Object(keys, { additionalProperties: false });
const Text = Type.String({ minLength: 1, maxLength: 500 });
const Name = Type.String({ pattern: "^[A-Za-z][A-Za-z0-9-]*$", maxLength: 64 });
const Count = Type.Integer({ minimum: 1, maximum: 1000 });

/** The verbs of a story. Every string may use `{variables}`. To add one: a contract here, and its code in verbs.ts. */
export const verbContracts = {
  /** Runs the first story of another seed within this one. */
  runSeed: closed({ runSeed: Name }),
  /**
   * Calls the API in the open transaction. `keep` stores variables by their paths in the data. `optional` ignores a
   * refusal.
   */
  call: closed({
    call: Text,
    with: Type.Record(Type.String(), Type.Unknown()),
    keep: Type.Optional(Type.Record(Name, Text)),
    optional: Type.Optional(Type.Literal(true)),
  }),
  /** Answers every remaining verification. */
  answerRemaining: closed({ answerRemaining: Type.Literal(true) }),
  /** Stores a PDF with these lines, and its address as a variable. */
  upload: closed({ upload: Name, lines: Type.Array(Text, { maxItems: 20 }) }),
  /** Stores a photo for a verification of the open transaction, and its address as a variable. */
  photo: closed({ photo: Name, verificationName: Text }),
  /** Stores the last code sent to a recipient as a variable. */
  otp: closed({ otp: Text, keep: Name }),
  /** Stores a variable in which each `#` is a random digit. */
  randomDigits: closed({ randomDigits: Name, pattern: Text }),
  /** Brings the transaction to a state with generated answers. */
  reachState: closed({ reachState: StateSchema }),
  verifier: closed({
    verifier: Type.Enum(["complete", "fail", "insufficient", "withdraw"]),
    verificationName: Type.Optional(Text),
    subType: Type.Optional(Text),
    reason: Type.Optional(Text),
    fields: Type.Optional(Type.Array(Text)),
  }),
  /** Calls an operation of the console as the sandbox's person with a role in the organisation. */
  staff: closed({ staff: Name, does: Text, with: Type.Record(Type.String(), Type.Unknown()) }),
  pay: closed({ pay: Type.Enum(["success", "failure", "pending"]), order: Text }),
  /** Refunds a fourth of the payment for each reason. */
  refund: closed({ refund: Text, reasons: Type.Array(Text, { minItems: 1, maxItems: 4 }) }),
  /** Writes a state that no operation leads to. */
  forceState: closed({ forceState: StateSchema }),
  /** Adds older notifications up to this number. `about` is the organisation, and the prefix of its forms. */
  notifications: closed({ notifications: Count, about: Text }),
  /** Adds entries to a list. `#` is the number of each. */
  listEntries: closed({ listEntries: Type.Enum(["boards", "institutes"]), count: Count, value: Text, name: Text }),
};

const ActionSchema = Type.Record(Type.String(), Type.Unknown());
const StorySchema = closed({
  title: Text,
  /** The candidate, by a name in people.json. */
  candidate: Name,
  organisation: Text,
  form: Text,
  /** Runs the story with the sandbox's clock set back. */
  daysAgo: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  do: Type.Array(ActionSchema, { maxItems: 100 }),
  /** The keys of the transaction, and of the order in the variable `order`, in the response. */
  transaction: Type.Optional(Type.String({ pattern: "^[A-Z_]{1,64}$" })),
  order: Type.Optional(Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" })),
});

/** A seed file. Its actions are validated separately. */
export const SeedSchema = closed({
  description: Text,
  /** People whose identity is not verified. */
  unverified: Type.Optional(Type.Array(Name)),
  stories: Type.Array(StorySchema, { maxItems: 100 }),
});

/** The people of every seed, by name. */
export const PeopleSchema = Type.Record(
  Name,
  closed({
    name: Text,
    /** Each `#` is a random digit. */
    mobile: Type.String({ pattern: "^\\+[0-9#]{6,15}$" }),
    identity: Type.Optional(Type.Literal(true)),
    agentId: Type.Optional(Text),
  }),
);

export type Action = Static<typeof ActionSchema>;
export type Story = Static<typeof StorySchema>;
export type Seed = Static<typeof SeedSchema>;
export type People = Static<typeof PeopleSchema>;
/** The code of each verb. The compiler requires one per contract. */
export type Verbs<Stage> = {
  [Verb in keyof typeof verbContracts]: (
    action: Static<(typeof verbContracts)[Verb]>,
    stage: Stage,
  ) => Promise<void> | void;
};
