import type { PartialAnswer } from "#engine/core/base/partial-answer.ts";
import { toCurrentProfile } from "./profile-names.ts";
import { profileShapes, type Profile } from "./shapes/profile.ts";

/** The candidate's profile. */
export const contract = () => profileShapes.Profile;

/** Builds the root `profile` from profile.get of any wallet. */
export const toProfile = (answer: PartialAnswer<Profile>): Profile => ({
  ...toCurrentProfile(answer as Profile),
  displayName: answer.displayName ?? answer.profileDetails?.name ?? "",
  locale: answer.locale ?? "en",
  profileDetails: (answer.profileDetails ?? {}) as Profile["profileDetails"],
});
