import Type, { type Static } from "typebox";
import type { RootInput } from "./root.ts";
import { credentialShapes, type Credential } from "./shapes/credentials.ts";

/** The candidate's credentials, newest first. */
export const contract = () => {
  const { card, ...credential } = credentialShapes.Credential.properties;
  return Type.Array(
    Type.Object(
      {
        ...credential,
        card: Type.Object(card.properties, {
          additionalProperties: false,
          description: "The human-readable content of the credential.",
        }),
      },
      { additionalProperties: false },
    ),
  );
};

/** Builds the root `credentials` from credentials.list. Without a card, the issuer's attribute names are the labels. */
export const toCredentials = (
  list: readonly Credential[],
  { translate }: Pick<RootInput, "translate">,
): CredentialsRoot =>
  list.map((credential) => ({
    ...credential,
    credentialType: translate(credential.credentialType),
    card: credential.card ?? {
      holder: "",
      org: { displayName: credential.issuer, imageUrl: "" },
      issuer: { displayName: toHost(credential.issuer), imageUrl: "" },
      icon: "credential",
      facts: Object.entries(credential.credentialAttributes).map(([name, value]) => ({
        name,
        label: name,
        value: value === null ? "" : String(value),
      })),
    },
  }));

/** The host of an issuer's address; another wallet may state a name instead. */
const toHost = (issuer: string): string => issuer.split("/")[2] ?? issuer;

/** The root `credentials`. */
export type CredentialsRoot = Static<ReturnType<typeof contract>>;
