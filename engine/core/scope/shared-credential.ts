import Type, { type Static } from "typebox";
import type { RootInput } from "./root.ts";
import { shareLinkShapes, type SharedCredential } from "./shapes/share-links.ts";

/** What a visitor of a share link sees. */
export const contract = () => {
  const { credential, ...shared } = shareLinkShapes.SharedCredential.properties;
  return Type.Object(
    {
      ...shared,
      card: Type.Optional(credential.properties.card),
      list: Type.Array(Type.Object(credential.properties, { additionalProperties: false }), {
        maxItems: 1,
        description: "The credential; empty where nothing is shared.",
      }),
    },
    { additionalProperties: false },
  );
};

/** Builds the root `sharedCredential` from share-links.view. */
export const toSharedCredential = (
  { credential, ...shared }: SharedCredential,
  { translate }: Pick<RootInput, "translate">,
): SharedCredentialRoot => ({
  ...shared,
  ...(credential && { card: credential.card }),
  list: credential ? [{ ...credential, credentialType: translate(credential.credentialType) }] : [],
});

/** The root `sharedCredential`. */
export type SharedCredentialRoot = Static<ReturnType<typeof contract>>;
