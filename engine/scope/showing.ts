import Type, { type Static } from "typebox";
import { linkShapes, type Showing } from "#engine/api/links.ts";
import type { Makings } from "./root.ts";

/** What a credential can show, and the links that do. */
export const contract = () =>
  Type.Object(
    {
      ...linkShapes.Showing.properties,
      initial: Type.Object(
        { facts: Type.Array(Type.String(), { description: "Every fact, by its name." }) },
        { additionalProperties: false, description: "What a new link is offered to disclose." },
      ),
    },
    { additionalProperties: false },
  );

/** The root `showing` from links.list. */
export const toShowing = (showing: Showing, { translate }: Pick<Makings, "translate">): ShowingRoot => ({
  ...showing,
  credentialType: translate(showing.credentialType),
  initial: { facts: showing.facts.map(({ name }) => name) },
});

/** The root `showing`. */
export type ShowingRoot = Static<ReturnType<typeof contract>>;
