import { ChatListSchema, WholeChatSchema } from "./shapes/chats.ts";

/** The conversations loaded so far. */
export const list = () => ChatListSchema;

/** One conversation with the candidate's forms. */
export const contract = () => WholeChatSchema;
