import Type, { type Static } from "typebox";
import { linkShapes, type Link } from "#engine/api/links.ts";
import { described } from "#engine/base/described.ts";
import type { Makings } from "./root.ts";

/** One link that shows a credential, and who has looked. */
export const contract = () => {
  const { visits, ...link } = linkShapes.Link.properties;
  return Type.Object(
    {
      ...link,
      visits: Type.Array(
        Type.Object(
          {
            ...visits.items.properties,
            place: described(
              Type.String(),
              "Roughly where they were: the city of their time zone; empty where unknown.",
            ),
          },
          { additionalProperties: false },
        ),
        { description: "Who has looked, newest first." },
      ),
    },
    { additionalProperties: false },
  );
};

/** The root `link` from links.get. */
export const toLink = (link: Link, { translate }: Pick<Makings, "translate">): LinkRoot => ({
  ...link,
  credentialType: translate(link.credentialType),
  visits: link.visits.map((visit) => ({ ...visit, place: toPlace(visit.zone) })),
});

/** 'America/Argentina/Buenos_Aires' is Buenos Aires. */
const toPlace = (zone: string): string => (zone.split("/").at(-1) ?? "").replaceAll("_", " ");

/** The root `link`. */
export type LinkRoot = Static<ReturnType<typeof contract>>;
