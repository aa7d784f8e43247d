import { FormMessageListSchema } from "./shapes/form-messages.ts";

/** The messages about a form. */
export const contract = () => FormMessageListSchema;
