import Type, { type Static } from "typebox";
import { StateSchema } from "#engine/api/states.ts";

/** An object that takes no other key. */
const closed = <T extends Record<string, Parameters<typeof Type.Object>[0][string]>>(keys: T) =>
  Type.Object(keys, { additionalProperties: false });
const Words = Type.String({ minLength: 1, maxLength: 500 });
const Word = Type.String({ pattern: "^[A-Za-z][A-Za-z0-9-]*$", maxLength: 64 });
const Count = Type.Integer({ minimum: 1, maximum: 1000 });

/** What can be done in a story; every string may use `{variables}`. One more: its contract here, what it does in verbs.ts. */
export const verbContracts = {
  /** What the first story of another seed does, done in this one. */
  first: closed({ first: Word }),
  /** A call of the API in the open transaction; `keep`: variables, by where they stand in its data. `optional`: what the documents refuse by now is left out. */
  call: closed({
    call: Words,
    with: Type.Record(Type.String(), Type.Unknown()),
    keep: Type.Optional(Type.Record(Word, Words)),
    optional: Type.Optional(Type.Literal(true)),
  }),
  /** Answers what still waits, as its forms take it. */
  rest: closed({ rest: Type.Literal(true) }),
  /** A stored paper with these lines: the variable of that name is its address. */
  paper: closed({ paper: Word, lines: Type.Array(Words, { maxItems: 20 }) }),
  /** A photo taken now for a verification of the open transaction: the variable of that name is its address. */
  photo: closed({ photo: Word, of: Words }),
  /** The last code that went to an address: the variable of that name. */
  code: closed({ code: Words, keep: Word }),
  /** The variable of that name is drawn: each `#` is a digit. */
  draw: closed({ draw: Word, pattern: Words }),
  /** Brings the transaction to a state, with answers made from the documents. */
  scene: closed({ scene: StateSchema }),
  verifier: closed({
    verifier: Type.Enum(["complete", "fail", "insufficient"]),
    verificationName: Type.Optional(Words),
    subType: Type.Optional(Words),
    reason: Type.Optional(Words),
    fields: Type.Optional(Type.Array(Words)),
  }),
  bank: closed({ bank: Type.Enum(["success", "failure", "pending"]), order: Words }),
  /** So many parts of what was paid have been given back, a fourth each, each for a reason. */
  refund: closed({ refund: Words, reasons: Type.Array(Words, { minItems: 1, maxItems: 4 }) }),
  /** What no step of a candidate leads to (any more): the state stands there, whatever it was. */
  stand: closed({ stand: StateSchema }),
  /** Older notices, until there are so many; `about`: the organisation that they speak of, and its forms by number. */
  notices: closed({ notices: Count, about: Words }),
  /** A list gets so many more entries; `#` is the number of each. */
  entries: closed({ entries: Type.Enum(["boards", "institutes"]), count: Count, value: Words, name: Words }),
};

const Action = Type.Record(Type.String(), Type.Unknown());
const History = closed({
  says: Words,
  /** Whose it is, by the name among the people. */
  who: Word,
  organisation: Words,
  form: Words,
  /** It happened so long ago, by the sandbox's clock. */
  daysAgo: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  do: Type.Array(Action, { maxItems: 100 }),
  /** As what the answer names the transaction, and the order that was kept as `order`. */
  transaction: Type.Optional(Type.String({ pattern: "^[A-Z_]{1,64}$" })),
  order: Type.Optional(Type.String({ pattern: "^[a-z][a-z0-9-]{0,31}$" })),
});

/** A seed as its file holds it, its actions still unread. */
export const SeedSchema = closed({
  description: Words,
  /** Of the people, those who have not proved who they are. */
  unproved: Type.Optional(Type.Array(Word)),
  stories: Type.Array(History, { maxItems: 100 }),
});

/** Who takes part in every seed, by name. */
export const PeopleSchema = Type.Record(
  Word,
  closed({
    name: Words,
    /** Each `#` of the number is drawn. */
    mobile: Type.String({ pattern: "^\\+[0-9#]{6,15}$" }),
    identity: Type.Optional(Type.Literal(true)),
    agentId: Type.Optional(Words),
  }),
);

export type Action = Static<typeof Action>;
export type Story = Static<typeof History>;
export type Seed = Static<typeof SeedSchema>;
export type People = Static<typeof PeopleSchema>;
/** What each verb does; the compiler asks for one per contract. */
export type Verbs<Stage> = {
  [Verb in keyof typeof verbContracts]: (
    action: Static<(typeof verbContracts)[Verb]>,
    stage: Stage,
  ) => Promise<void> | void;
};
