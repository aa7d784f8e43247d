import Type, { type Static } from "typebox";
import type { RootInput } from "./root.ts";
import { shareLinkShapes, type Sharing } from "./shapes/share-links.ts";

/** The facts that a credential can disclose, and its share links. */
export const contract = () =>
  Type.Object(
    {
      ...shareLinkShapes.Sharing.properties,
      initial: Type.Object(
        { facts: Type.Array(Type.String(), { description: "The names of all facts." }) },
        { additionalProperties: false, description: "The default facts of a new link." },
      ),
    },
    { additionalProperties: false },
  );

/** Builds the root `sharing` from share-links.list. */
export const toShareLinks = (sharing: Sharing, { translate }: Pick<RootInput, "translate">): ShareLinksRoot => ({
  ...sharing,
  credentialType: translate(sharing.credentialType),
  initial: { facts: sharing.facts.map(({ name }) => name) },
});

/** The root `sharing`. */
export type ShareLinksRoot = Static<ReturnType<typeof contract>>;
