import { type SayWidget } from "#widgets/said.ts";

/** It is never drawn. */
export const say: SayWidget = () => [];
