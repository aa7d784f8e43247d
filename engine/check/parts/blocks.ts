import { oncePer } from "#engine/base/once.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { SourceDocument } from "./set.ts";

/** A block of a screen with its place and how deep it stands, from 1. */
export interface PlacedBlock {
  readonly block: BlockDocument;
  readonly pointer: string;
  readonly depth: number;
}

/** Every block of a screen, outermost first. */
export const listBlocks = (screen: SourceDocument): readonly PlacedBlock[] => blocksOf(screen.document);

// Many checks ask for the blocks of the same few screens.
const blocksOf = oncePer((screen: AnyDocument): readonly PlacedBlock[] =>
  placeBlocks((screen as DocumentOf<"screen">).body, "/body", 1),
);

function placeBlocks(body: readonly BlockDocument[], pointer: string, depth: number): PlacedBlock[] {
  return body.flatMap((block, index) => [
    { block, pointer: `${pointer}/${index}`, depth },
    ...(block.body ? placeBlocks(block.body, `${pointer}/${index}/body`, depth + 1) : []),
  ]);
}
