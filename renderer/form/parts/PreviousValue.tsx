import { makeStyles, tokens } from "@fluentui/react-components";
import { useId } from "react";
import { getAt } from "#engine/core/base/json-pointer.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { toRecordValue } from "#engine/core/form/record.ts";
import type { Replacement } from "#engine/core/form/unchanged.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { FormStore } from "../form-store.ts";
import { findSummaryPointer } from "../widget-contracts.ts";
import { getField } from "./host-context.ts";
import { RecordValueView } from "./RecordValueView.tsx";

const useStyles = makeStyles({
  before: {
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    marginBlock: "4px 8px",
    padding: "8px 12px",
    borderRadius: "4px",
    borderInlineStartWidth: "3px",
    borderInlineStartStyle: "solid",
    borderInlineStartColor: tokens.colorStatusDangerBorder1,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: "anywhere",
  },
  reason: { margin: "4px 0", color: tokens.colorStatusDangerForeground1, lineHeight: tokens.lineHeightBase300 },
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

interface PreviousValueProps {
  pointer: string;
  store: FormStore;
  replacing: Replacement;
  scope: BlockScope;
}

/** Why a field is requested, and its refused value beside the new one, so that the two are not confused. */
export function PreviousValue({ pointer, store, replacing, scope }: PreviousValueProps) {
  const styles = useStyles();
  const id = useId();
  const value = isWithin(pointer, replacing.places)
    ? toRecordValue(getField(store, pointer), getAt(replacing.before, pointer), findSummaryPointer)
    : undefined;
  const reason = store.setup.reasons?.[pointer];
  return (
    <>
      {reason && <p className={styles.reason}>{reason}</p>}
      {value && (
        <div className={styles.before}>
          <span id={id} className={styles.label}>
            {scope.uiText("record.previous-value")}
          </span>
          <RecordValueView value={value} labelId={id} scope={scope} />
        </div>
      )}
    </>
  );
}
