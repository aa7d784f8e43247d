import { profileShapes, type Profile } from "#engine/api/profile.ts";
import { toCurrentProfile } from "#engine/api/profile-names.ts";

/** The candidate as the wire shows them. */
export const contract = () => profileShapes.Profile;

/** The root `profile` from the answer of profile.get, whatever wallet gave it. */
export const toProfile = (answer: Profile): Profile => toCurrentProfile(answer);
