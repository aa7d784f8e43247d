import { findOwn } from "#engine/rules/own-value.ts";
import { providers } from "./index.ts";

/** The company behind a provider; its own name for one that is no longer there. */
export const toFamily = (name: string): string => findOwn(providers, name)?.family ?? name;
