import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { ChoiceCards } from "#widgets/ChoiceCards.tsx";
import type { WidgetProps } from "#widgets/widget.ts";
import { toAnswer, toAnswers, toFlag } from "./answers.ts";
import type { contract } from "./contract.ts";

/** Two large radio buttons; nothing is chosen before an answer. */
export default function YesNo({ props, ...widget }: WidgetProps<ResolvedProps<typeof contract.props>>) {
  return (
    <ChoiceCards
      {...widget}
      props={{}}
      options={{ id: "", list: toAnswers(props, widget.text) }}
      value={toAnswer(widget.value)}
      onCommit={(answer) => widget.onCommit(toFlag(answer))}
    />
  );
}
