import Type, { type Static } from "typebox";
import { linkShapes, type Shown } from "#engine/api/links.ts";
import type { Makings } from "./root.ts";

/** What somebody sees who was given a link. */
export const contract = () => {
  const { credential, ...shown } = linkShapes.Shown.properties;
  return Type.Object(
    {
      ...shown,
      card: Type.Optional(credential.properties.card),
      list: Type.Array(Type.Object(credential.properties, { additionalProperties: false }), {
        maxItems: 1,
        description: "The credential; empty where nothing is shown.",
      }),
    },
    { additionalProperties: false },
  );
};

/** The root `shown` from links.open. */
export const toShown = ({ credential, ...shown }: Shown, { translate }: Pick<Makings, "translate">): ShownRoot => ({
  ...shown,
  ...(credential && { card: credential.card }),
  list: credential ? [{ ...credential, credentialType: translate(credential.credentialType) }] : [],
});

/** The root `shown`. */
export type ShownRoot = Static<ReturnType<typeof contract>>;
