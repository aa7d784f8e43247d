import type { ComponentType, ReactNode } from "react";
import type { BlockContract, ResolvedProps } from "#engine/documents/props.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { BlockScope } from "#renderer/screen/scope.ts";

/** What a block receives: its evaluated properties, its document, and its way back to the screen. */
export type BlockProps<C extends BlockContract> = ResolvedProps<C["props"]> & {
  document: BlockDocument;
  scope: BlockScope;
  /** Raises an event of the document; extra roots (`item`, `data`) join the scope. Resolves when the flow has ended. */
  raise(event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
  /** Draws blocks that stand inside this one. */
  render(body: BlockDocument[]): ReactNode;
};

/** Takes a failure that the block itself can show (refused fields); false hands it to the map of failures. */
export type FailureHandler = (error: unknown) => boolean;

/** A block as the registry holds it. */
export interface BlockEntry { contract: BlockContract; component: ComponentType<Record<string, unknown>> }
