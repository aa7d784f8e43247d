import type { ComponentType, ReactNode } from "react";
import type { BlockContract, ResolvedProps } from "#engine/documents/props.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

/** What the document says of each item: it stays as it was written, and is evaluated with `item` in scope. */
export type ItemDocument = Record<string, unknown>;
type PerItem<C extends BlockContract> = C["perItem"] extends readonly (infer Name extends string)[] ? Name : never;

/** What a block receives: its evaluated properties, its document, and its way back to the screen. */
export type BlockProps<C extends BlockContract> = Omit<ResolvedProps<C["props"]>, PerItem<C>> & {
  [Name in PerItem<C>]: ItemDocument;
} & {
  document: BlockDocument;
  scope: BlockScope;
  /** Raises an event of the document; extra roots (`item`, `data`) join the scope. Resolves when the flow has ended. */
  raise(event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
  /** Draws blocks that stand inside this one. */
  render(body: BlockDocument[]): ReactNode;
};

/** A block as the registry holds it. */
export interface BlockEntry {
  contract: BlockContract;
  component: ComponentType<Record<string, unknown>>;
}
