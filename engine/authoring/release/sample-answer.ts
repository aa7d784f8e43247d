import { findAnswer } from "#engine/authoring/answers/find-answer.ts";
import type { DataTree } from "#engine/core/form/data-tree.ts";
import type { FormJudge } from "./accepts-stored-data.ts";

/** Returns a valid answer of a form, with all its fields where possible; deterministic. Undefined without success. */
export const makeAnswer = (judge: FormJudge, now: string): DataTree | undefined => findAnswer({ judge, now })?.answer;
