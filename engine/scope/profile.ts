import type { Said } from "#engine/complete/said.ts";
import { profileShapes, type Profile } from "#engine/api/profile.ts";
import { toCurrentProfile } from "#engine/api/profile-names.ts";

/** The candidate as the wire shows them. */
export const contract = () => profileShapes.Profile;

/** The root `profile` from the answer of profile.get, whatever wallet gave it. */
export const toProfile = (answer: Said<Profile>): Profile => ({
  ...toCurrentProfile(answer as Profile),
  displayName: answer.displayName ?? answer.profileDetails?.name ?? "",
  locale: answer.locale ?? "en",
  profileDetails: (answer.profileDetails ?? {}) as Profile["profileDetails"],
});
