import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { defineKind, named, ref, text } from "./fragments.ts";

/** Who signs in to an app, and how: candidates by mobile and code, staff by passkey. */
export const signInKinds = ["candidate", "staff"] as const;
export type SignInKind = (typeof signInKinds)[number];

/** An app: its address, its screens' menu and who signs in. Its screens are those whose routes are below its base. */
export const appSchema = defineKind("app", {
  base: Type.String({
    pattern: "^/([a-z0-9-]+)?$",
    maxLength: 64,
    description: "The path that its addresses begin with; `/` for all that no other app has.",
    examples: ["/console"],
  }),
  title: described(text(), "The name of the app, beside that of the organisation; none by default.", "Console"),
  signIn: Type.Enum(signInKinds, { description: "Who signs in." }),
  home: described(ref("screen"), "The screen after sign-in.", "home"),
  menu: described(ref("catalogue"), "The id of a catalogue of kind menu.", "menu"),
  languages: Type.Optional(
    Type.Array(named("language"), {
      description: "The languages beside English; without it those of the organisation.",
      examples: [["hi"]],
    }),
  ),
});
export type AppDefinition = Static<typeof appSchema>;

/** Returns whether a path, or a route, is at or below a base: "/console/queue" is below "/console". */
const isBelow = (base: string, path: string): boolean => base === "/" || path === base || path.startsWith(`${base}/`);

/** The app of a path or a route: the one with the longest base that the path begins with. */
export function findAppAt<A extends Pick<AppDefinition, "base">>(apps: readonly A[], path: string): A | undefined {
  return apps
    .filter(({ base }) => isBelow(base, path))
    .reduce<A | undefined>((best, one) => (best && best.base.length >= one.base.length ? best : one), undefined);
}

/** The app of a screen: that of its first route. */
export const findAppOf = <A extends Pick<AppDefinition, "base">>(
  apps: readonly A[],
  { route }: { readonly route: string | readonly string[] },
): A | undefined => findAppAt(apps, [route].flat()[0] ?? "/");
