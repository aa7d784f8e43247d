import { createFindWords } from "#server/messaging/words/words.ts";
import { emptyConfig } from "./empty-config.ts";

/** What answering a failure takes, without a server: the words of catalogues/messages, in English and in Hindi. */
export const speakers = { config: emptyConfig, findWords: createFindWords(emptyConfig) };
