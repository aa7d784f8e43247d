import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import { toProfile } from "#engine/core/scope/profile.ts";
import { profileAtom, store } from "#renderer/session/slices.ts";
import { queryClient } from "./query-client.ts";

/** Stores a fetched profile in its slice and in the query that screens show. */
export function storeProfile(answer: Profile): Profile {
  const profile = toProfile(answer);
  store.set(profileAtom, { ...profile });
  queryClient.setQueriesData({ queryKey: ["profile"] }, profile);
  return profile;
}
