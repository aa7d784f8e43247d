import type { Profile } from "#engine/api/profile.ts";
import { toProfile } from "#engine/scope/profile.ts";
import { profileAtom, store } from "#renderer/session/slices.ts";
import { queryClient } from "./query.ts";

/** Keeps the profile that the server just gave: in its slice, and on a screen that shows it. */
export function keepProfile(answer: Profile): Profile {
  const profile = toProfile(answer);
  store.set(profileAtom, { ...profile });
  queryClient.setQueriesData({ queryKey: ["profile"] }, profile);
  return profile;
}
