import { useAtomValue } from "jotai";
import { resolveText } from "#engine/core/definitions/text.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { getRoutes } from "#renderer/runtime/routes.ts";
import { ScreenPanel } from "#renderer/screen/ScreenPanel.tsx";
import { interruptionAtom, resumeInterrupted } from "#renderer/session/interruption.ts";
import { Modal } from "#renderer/shell/Modal.tsx";

/** The screen that asks the user something before a refused call is repeated. */
export function QuestionDialog({ config }: { config: ConfigClient }) {
  const question = useAtomValue(interruptionAtom);
  const entry = getRoutes(config).routes.find(({ id }) => id === question?.screen);
  if (!question || !entry) return null;
  return (
    <Modal
      title={resolveText(entry.title, { roots: {}, rules: {} }, config.translate)}
      closeLabel={config.uiText("dialog.close")}
      onClose={() => resumeInterrupted(false)}
    >
      <ScreenPanel config={config} entry={entry} state={question.state} />
    </Modal>
  );
}
