import type { ComponentType, ReactNode } from "react";
import type { BlockContract, ResolvedProps, UnevaluatedProps } from "#engine/core/definitions/props.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

type PerItem<C extends BlockContract> = C["perItem"] extends readonly (infer Name extends string)[] ? Name : never;

/** Properties of every block: its evaluated properties, its definition, and its access to the screen. */
export type BlockProps<C extends BlockContract> = Omit<ResolvedProps<C["props"]>, PerItem<C>> & {
  // Evaluated per item, with `item` in scope.
  [Name in PerItem<C> & keyof UnevaluatedProps<C["props"]>]: UnevaluatedProps<C["props"]>[Name];
} & {
  document: BlockDefinition;
  scope: BlockScope;
  /** Raises an event of the definition; `roots` (`item`, `data`) extend the scope. Resolves when the flow has ended. */
  raise(event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
  /** Draws nested blocks. */
  render(body: BlockDefinition[]): ReactNode;
};

/** A registry entry. */
export interface BlockEntry {
  contract: BlockContract;
  component: ComponentType<Record<string, unknown>>;
}
