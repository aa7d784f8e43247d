import { StaffFormListSchema } from "./shapes/forms.ts";

/** The forms of candidates loaded so far. */
export const contract = () => StaffFormListSchema;
