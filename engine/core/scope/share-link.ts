import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { RootInput } from "./root.ts";
import { shareLinkShapes, type ShareLink } from "./shapes/share-links.ts";

/** One share link with its views. */
export const contract = () => {
  const { views, ...link } = shareLinkShapes.ShareLink.properties;
  return Type.Object(
    {
      ...link,
      views: Type.Array(
        Type.Object(
          {
            ...views.items.properties,
            place: described(
              Type.String(),
              "Roughly where they were: the city of their time zone; empty where unknown.",
            ),
          },
          { additionalProperties: false },
        ),
        { description: "The latest views, newest first." },
      ),
    },
    { additionalProperties: false },
  );
};

/** Builds the root `shareLink` from share-links.get. */
export const toShareLink = (link: ShareLink, { translate }: Pick<RootInput, "translate">): ShareLinkRoot => ({
  ...link,
  credentialType: translate(link.credentialType),
  views: link.views.map((view) => ({ ...view, place: toPlace(view.timeZone) })),
});

/** The city of a time zone: 'America/Argentina/Buenos_Aires' gives 'Buenos Aires'. */
const toPlace = (zone: string): string => (zone.split("/").at(-1) ?? "").replaceAll("_", " ");

/** The root `shareLink`. */
export type ShareLinkRoot = Static<ReturnType<typeof contract>>;
