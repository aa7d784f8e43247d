import Type, { type Static } from "typebox";
import { closed } from "#engine/core/base/shapes.ts";
import { toLabel, type RootInput } from "./root.ts";
import {
  DeliveryListSchema,
  DeliverySchema,
  ListedDeliverySchema,
  type Delivery,
  type DeliveryList,
} from "./shapes/deliveries.ts";
import { CallListSchema, CallSchema, type CallList } from "./shapes/verifier-calls.ts";

type Input = Pick<RootInput, "find" | "translate">;

// A page that builds the root must load no schema: they are made on demand.
const named = () => ({
  _id: Type.String({ description: "The id." }),
  name: Type.String({ description: "What it is about, in the reader's language." }),
});

/** The deliveries loaded so far. */
export const contract = () =>
  closed({
    ...DeliveryListSchema.properties,
    list: Type.Array(closed({ ...ListedDeliverySchema.properties, ...named() }), { description: "The deliveries." }),
  });
/** One delivery. */
export const one = () => closed({ ...DeliverySchema.properties, ...named() });
/** Events that verifiers' systems get. */
export const calls = () =>
  closed({
    ...CallListSchema.properties,
    list: Type.Array(closed({ ...CallSchema.properties, ...named() }), { description: "The events." }),
  });

/** Builds the root `deliveries` from deliveries.list. */
export const toDeliveries = ({ list, ...rest }: DeliveryList, input: Input): Static<ReturnType<typeof contract>> => ({
  ...rest,
  list: list.map((row) => ({ ...row, _id: row.id, name: input.translate(row.formLabel) })),
});

/** Builds the root `delivery` from deliveries.get. */
export const toDelivery = (row: Delivery, input: Input): Static<ReturnType<typeof one>> => ({
  ...row,
  _id: row.id,
  name: input.translate(row.formLabel),
});

/** Builds the root `verifierCalls` from verifier-calls.list. */
export const toVerifierCalls = ({ list }: CallList, input: Input): Static<ReturnType<typeof calls>> => ({
  list: list.map((row) => ({ ...row, _id: row.id, name: toLabel(row.label, row.verificationName, input) })),
});
