import { lazy, Suspense, type ComponentType } from "react";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { BlockEntry } from "#renderer/blocks/block.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import { blocks } from "#renderer/blocks/index.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import { Boundary } from "./Boundary.tsx";

/** Raises an event of a block. */
export type Raise = (
  block: BlockDocument,
  event: string,
  roots?: Record<string, unknown>,
  handle?: FailureHandler,
) => Promise<void>;

interface PlacedProps {
  document: BlockDocument;
  scope: BlockScope;
  raise: Raise;
}

const lazyBlocks = new Map<string, ComponentType<PlacedProps>>();

/** Fetches the code of blocks ahead, so that the screen does not appear piece by piece. */
export async function loadBlocks(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const entry = blocks[name];
      if (typeof entry === "function") blocks[name] = await fetchCode(entry);
    }),
  );
}

/** Draws blocks in order; one whose `when` does not hold is not there. */
export function Blocks({ body, scope, raise }: { body: readonly BlockDocument[]; scope: BlockScope; raise: Raise }) {
  return body
    .filter((block) => isTrue(block.when, scope.scope))
    .map((block) => <Placed key={block.id} document={block} scope={scope} raise={raise} />);
}

function Placed(props: PlacedProps) {
  const entry = blocks[props.document.block];
  if (!entry) throw new Error(`This page does not know the block ${props.document.block}.`);
  if (typeof entry !== "function") return <Drawn {...props} entry={entry} />;
  // Its failure takes away nothing that stands beside it.
  return (
    <Boundary config={props.scope.config}>
      <Fetched {...props} load={entry} />
    </Boundary>
  );
}

function Fetched({ load, ...props }: PlacedProps & { load: () => Promise<BlockEntry> }) {
  const Later = findLazy(props.document.block, load);
  return (
    <Suspense fallback={null}>
      <Later {...props} />
    </Suspense>
  );
}

function findLazy(name: string, load: () => Promise<BlockEntry>): ComponentType<PlacedProps> {
  let component = lazyBlocks.get(name);
  if (!component) {
    component = lazy(async () => {
      try {
        const entry = await fetchCode(load);
        blocks[name] = entry;
        return { default: (props: PlacedProps) => <Drawn {...props} entry={entry} /> };
      } catch (error) {
        lazyBlocks.delete(name); // another try asks anew
        throw error;
      }
    });
    lazyBlocks.set(name, component);
  }
  return component;
}

function Drawn({
  document,
  scope,
  raise,
  entry: { component: Component, contract },
}: PlacedProps & { entry: BlockEntry }) {
  const props = {
    ...resolveProps(contract.props, document, scope, contract.perItem),
    document,
    scope,
    raise: (event: string, roots?: Record<string, unknown>, handle?: FailureHandler) =>
      raise(document, event, roots, handle),
    render: (body: BlockDocument[]) => <Blocks body={body} scope={scope} raise={raise} />,
  };
  return <Component {...props} />;
}
