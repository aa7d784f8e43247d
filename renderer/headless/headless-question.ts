import { resolveText } from "#engine/core/definitions/text.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPanelRoute } from "#renderer/runtime/roots.ts";
import type { ActionSetup } from "#renderer/screen/action-context.ts";
import { interruptionAtom, resumeInterrupted } from "#renderer/session/interruption.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { toButtonNode, type AccessibleNode } from "./descriptions/nodes.ts";
import { HeadlessScreen } from "./headless-screen.ts";

/** The dialog in which a screen asks something before a refused call is repeated. */
export class HeadlessQuestion {
  screen: HeadlessScreen | undefined;

  get isOpen(): boolean {
    return store.get(interruptionAtom) !== undefined;
  }

  /** Loads and starts the screen of the open question; closes the former one. */
  async show(config: ConfigClient, navigate: ActionSetup["navigate"], readState: () => unknown): Promise<void> {
    this.#closeScreen();
    const question = store.get(interruptionAtom);
    if (!question) return;
    await config.load(`bundle/screen.${question.screen}`);
    if (store.get(interruptionAtom) !== question) return;
    const document = config.get("screen", question.screen);
    const [route, context] = [toPanelRoute(question.state), store.get(openIdsAtom)];
    this.screen = new HeadlessScreen({ document, config, route, context, navigate, readState, isPanel: true });
  }

  /** The dialog; undefined without a question. */
  describe(): AccessibleNode | undefined {
    const { screen } = this;
    if (!this.isOpen || !screen) return undefined;
    const { document, config } = screen.instance;
    const close = toButtonNode(config.uiText("dialog.close"), () => resumeInterrupted(false));
    const name = resolveText(document.title, { roots: {}, rules: {} }, config.translate);
    return { role: "dialog", name, children: [{ role: "heading", name }, close, ...screen.lastDescription()] };
  }

  /** Gives the question up, because the page closes. */
  close(): void {
    resumeInterrupted(false);
    this.#closeScreen();
  }

  #closeScreen(): void {
    this.screen?.close();
    this.screen = undefined;
  }
}
