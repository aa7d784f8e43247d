import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { FrameMoment } from "#engine/core/definitions/frame.ts";
import type { Step, Steps } from "#engine/core/definitions/steps.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { FormRegistry } from "./form-registry.ts";

/**
 * What an action can do to its screen. Values are read at the moment of use, so that a later step sees earlier changes.
 */
export interface ActionContext {
  /** The registry of actions. It is passed in, because actions are a layer above flows. */
  actions: Readonly<Record<string, Action>>;
  config: ConfigClient;
  screenId: string;
  /** The current roots, with those of the event and of the call. */
  scope(): Scope;
  text(text: Text): string;
  /** Navigates to an address of this app. With `state`, the open ids are stored in the history entry. */
  navigate(path: string, options: { state?: Record<string, unknown>; replace?: boolean }): void;
  /** Returns whether the steps must stop: the session ended or the user navigated away. */
  isCancelled(): boolean;
  toPath(screen: string, params: Record<string, unknown>, query: Record<string, unknown>): string;
  /** Fetches roots again. Resolves when they are fresh. */
  refresh(roots: readonly string[]): Promise<void>;
  /** Fetches the next page of a paged root. */
  loadMore(root: string): Promise<void>;
  setView(values: Record<string, unknown>): void;
  setSession(values: Record<string, unknown>): void;
  openDialog(id: string): void;
  closeDialog(id: string): void;
  forms: FormRegistry;
  /** Runs a flow from its start. */
  runFlow(flow: string, roots: Record<string, unknown>): Promise<void>;
  /** Continues with steps, or with another table of the running flow, and adds roots. */
  continueWith(
    next: Steps | string,
    name: "then" | "failed",
    from: ActionContext,
    roots: Record<string, unknown>,
  ): Promise<void>;
  /** The flow of this step; undefined for an event of a block. */
  flow: string | undefined;
  /** The path of the running table in the trace. */
  tablePath: string;
  /** The path of the running row, or of the table if it has no rows. */
  rowPath: string;
  roots: Record<string, unknown>;
  /** `roots` are further roots that analytics events may name. */
  trace(line: TraceLine, roots?: Record<string, unknown>): void;
}

/** One line of the trace. It contains no values. */
export interface TraceLine {
  screen?: string;
  row?: string;
  operation?: string;
  outcome?: "answered" | "failed";
  /** The steps did not wait for the call. */
  background?: boolean;
  /** The path of the row or table that made the call. */
  from?: string;
  dialog?: string;
  /** An event of the frame, and the operation it is about. */
  frame?: FrameMoment;
  called?: string;
}

/**
 * Handles a failure that the block can show itself, such as refused fields. Returns false to use catalogues/failures.
 */
export type FailureHandler = (error: unknown) => boolean;

/** Runs one step. A step that fails throws and ends its row. */
export type Action = (step: Step, context: ActionContext) => void | Promise<void>;
