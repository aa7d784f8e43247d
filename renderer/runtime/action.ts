import type { Scope } from "#engine/rules/evaluate.ts";
import type { FrameMoment } from "#engine/documents/frame.ts";
import type { Step, Steps } from "#engine/documents/steps.ts";
import type { Text } from "#engine/documents/text.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { FormRegistry } from "./form-registry.ts";

/** What an action may do to its screen. Everything is read at the moment of use, so that a later step sees what an earlier one changed. */
export interface ActionContext {
  /** The registry: what a step may name. Flows find their actions here, since actions stand above them. */
  actions: Readonly<Record<string, Action>>;
  config: ConfigClient;
  screenId: string;
  /** Roots as they are now, with those that the event and the call brought. */
  scope(): Scope;
  text(text: Text): string;
  /** Goes to an address of this app. With `state`, what is open now goes along. */
  go(path: string, options: { state?: Record<string, unknown>; replace?: boolean }): void;
  /** The session that this was begun in has ended, or somebody went elsewhere meanwhile: nothing more is done. */
  isOver(): boolean;
  toPath(screen: string, params: Record<string, unknown>, query: Record<string, unknown>): string;
  /** Fetches roots again and waits until they are fresh. */
  refresh(roots: readonly string[]): Promise<void>;
  /** Fetches the next page of a root that comes in pages. */
  loadMore(root: string): Promise<void>;
  setView(values: Record<string, unknown>): void;
  setSession(values: Record<string, unknown>): void;
  openDialog(id: string): void;
  closeDialog(id: string): void;
  forms: FormRegistry;
  /** Runs a flow from its beginning. */
  runFlow(flow: string, roots: Record<string, unknown>): Promise<void>;
  /** Goes on with steps, or with another table of the flow that is running, with more roots. */
  goOn(
    next: Steps | string,
    name: "then" | "failed",
    from: ActionContext,
    roots: Record<string, unknown>,
  ): Promise<void>;
  /** The flow that this step belongs to; an event of a block has none. */
  flow: string | undefined;
  /** What the trace calls the table that is running. */
  place: string;
  /** The row of it that is running; the table itself where there are none. */
  row: string;
  roots: Record<string, unknown>;
  /** `roots` are more that events may name. */
  trace(line: TraceLine, roots?: Record<string, unknown>): void;
}

/** One line of the trace: what happened, without values. */
export interface TraceLine {
  screen?: string;
  row?: string;
  operation?: string;
  outcome?: "answered" | "failed";
  /** Nobody waited for it. */
  aside?: boolean;
  /** The row or table that called. */
  from?: string;
  dialog?: string;
  /** What the page did beside its screens, and the operation that it is about. */
  frame?: FrameMoment;
  called?: string;
}

/** Takes a failure that the block itself can show (refused fields); false hands it to the map of failures. */
export type FailureHandler = (error: unknown) => boolean;

/** Does one step. A step that fails throws; the row ends there. */
export type Action = (step: Step, context: ActionContext) => void | Promise<void>;
