/* Plays what it is given in a process of its own: the page without a browser is one to a process, and a server has one clock. */
import type { Fixture } from "../contracts.ts";
import { keepKnown, knownShelf } from "../known.ts";
import { keepPapers, paperShelf } from "../papers.ts";
import { LocalPlayer } from "./local-player.ts";
import type { Manner, PlayedStory } from "./player.ts";

/** What is asked of a worker. */
export type Asked = { readonly begin: Manner } | { readonly play: Fixture } | { readonly close: true };
/** Its answer to each: what it said meanwhile, and what was played. */
export type Answered = {
  readonly said: readonly string[];
  readonly played?: PlayedStory;
  readonly failed?: string;
};

keepPapers(paperShelf);
keepKnown(knownShelf);
let player: LocalPlayer | undefined;
let said: string[] = [];

process.on("message", (asked: Asked) => void answer(asked));

async function answer(asked: Asked): Promise<void> {
  try {
    const played = await act(asked);
    tell({ said: said.splice(0), ...(played && { played }) });
  } catch (error) {
    tell({ said: said.splice(0), failed: error instanceof Error ? error.message : String(error) });
  }
}

async function act(asked: Asked): Promise<PlayedStory | undefined> {
  if ("begin" in asked) {
    player ??= new LocalPlayer(asked.begin, (line) => said.push(line));
    await player.begin();
  } else if ("play" in asked) return player?.play(asked.play);
  else await player?.close();
  return undefined;
}

const tell = (answered: Answered): void => void process.send?.(answered);
