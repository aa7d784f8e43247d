import { lazy, Suspense, type ComponentType } from "react";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";
import type { BlockEntry } from "#renderer/blocks/block.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { blocks } from "#renderer/blocks/index.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

/** Raises an event of a block. Resolves when the steps of the event are done. */
export type Raise = (
  block: BlockDefinition,
  event: string,
  roots?: Record<string, unknown>,
  handle?: FailureHandler,
) => Promise<void>;

interface BlockProps {
  document: BlockDefinition;
  scope: BlockScope;
  raise: Raise;
}

const lazyBlocks = new Map<string, ComponentType<BlockProps>>();

/** Loads the code of blocks before they render, so that the screen does not appear piece by piece. */
export async function loadBlocks(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const entry = blocks[name];
      if (typeof entry === "function") blocks[name] = await loadCode(entry);
    }),
  );
}

/** Renders blocks in order. Skips a block whose `when` is false. */
export function Blocks({ body, scope, raise }: { body: readonly BlockDefinition[]; scope: BlockScope; raise: Raise }) {
  return body
    .filter((block) => isTrue(block.when, scope.scope))
    .map((block) => <Block key={block.id} document={block} scope={scope} raise={raise} />);
}

function Block(props: BlockProps) {
  const entry = blocks[props.document.block];
  if (!entry) throw new Error(`This page does not know the block ${props.document.block}.`);
  if (typeof entry !== "function") return <LoadedBlock {...props} entry={entry} />;
  // A block whose code fails to load must not take its neighbours away.
  return (
    <ErrorBoundary config={props.scope.config}>
      <LazyBlock {...props} load={entry} />
    </ErrorBoundary>
  );
}

function LazyBlock({ load, ...props }: BlockProps & { load: () => Promise<BlockEntry> }) {
  const Component = getLazyComponent(props.document.block, load);
  return (
    <Suspense fallback={null}>
      <Component {...props} />
    </Suspense>
  );
}

function getLazyComponent(name: string, load: () => Promise<BlockEntry>): ComponentType<BlockProps> {
  let component = lazyBlocks.get(name);
  if (!component) {
    component = lazy(async () => {
      try {
        const entry = await loadCode(load);
        blocks[name] = entry;
        return { default: (props: BlockProps) => <LoadedBlock {...props} entry={entry} /> };
      } catch (error) {
        lazyBlocks.delete(name); // the next render loads it again
        throw error;
      }
    });
    lazyBlocks.set(name, component);
  }
  return component;
}

function LoadedBlock({
  document,
  scope,
  raise,
  entry: { component: Component, contract },
}: BlockProps & { entry: BlockEntry }) {
  const props = {
    ...resolveProps(contract.props, document, scope, contract.perItem),
    document,
    scope,
    raise: (event: string, roots?: Record<string, unknown>, handle?: FailureHandler) =>
      raise(document, event, roots, handle),
    render: (body: BlockDefinition[]) => <Blocks body={body} scope={scope} raise={raise} />,
  };
  return <Component {...props} />;
}
