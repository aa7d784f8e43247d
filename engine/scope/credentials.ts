import Type, { type Static } from "typebox";
import { credentialShapes, type Credential } from "#engine/api/credentials.ts";
import type { Makings } from "./root.ts";

/** What the candidate has proved, as credentials, newest first. */
export const contract = () => {
  const { card, ...credential } = credentialShapes.Credential.properties;
  return Type.Array(
    Type.Object(
      {
        ...credential,
        card: Type.Object(card.properties, {
          additionalProperties: false,
          description: "What it shows to a person.",
        }),
      },
      { additionalProperties: false },
    ),
  );
};

/** The root `credentials` from the list of credentials.list. Where a wallet names nothing for people, the attributes stand as the issuer named them. */
export const toCredentials = (
  list: readonly Credential[],
  { translate }: Pick<Makings, "translate">,
): CredentialsRoot =>
  list.map((credential) => ({
    ...credential,
    credentialType: translate(credential.credentialType),
    card: credential.card ?? {
      holder: "",
      org: { displayName: credential.issuer, imageUrl: "" },
      icon: "credential",
      facts: Object.entries(credential.credentialAttributes).map(([name, value]) => ({
        name,
        label: name,
        value: value === null ? "" : String(value),
      })),
    },
  }));

/** The root `credentials`. */
export type CredentialsRoot = Static<ReturnType<typeof contract>>;
