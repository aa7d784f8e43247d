import { createFindMessageTexts } from "#server/messaging/texts/message-texts.ts";
import { emptyConfig } from "./empty-config.ts";

/** The services of the error handler without a server: message texts in English and Hindi. */
export const errorTexts = { config: emptyConfig, findMessageTexts: createFindMessageTexts(emptyConfig) };
