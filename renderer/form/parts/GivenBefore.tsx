import { makeStyles, tokens } from "@fluentui/react-components";
import { useId } from "react";
import { getAt } from "#engine/base/json-pointer.ts";
import { isWithin } from "#engine/form/form-model.ts";
import { toRecordValue } from "#engine/form/record.ts";
import type { Replacing } from "#engine/form/replaced.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { FormStore } from "../form-store.ts";
import { findSummary } from "../widget-contracts.ts";
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
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

interface GivenBeforeProps {
  pointer: string;
  store: FormStore;
  replacing: Replacing;
  scope: BlockScope;
}

/** How a field was before it was asked for again, so that the old paper is never taken for the new one. */
export function GivenBefore({ pointer, store, replacing, scope }: GivenBeforeProps) {
  const styles = useStyles();
  const id = useId();
  const value = isWithin(pointer, replacing.places)
    ? toRecordValue(getField(store, pointer), getAt(replacing.before, pointer), findSummary)
    : undefined;
  if (!value) return null;
  return (
    <div className={styles.before}>
      <span id={id} className={styles.label}>
        {scope.words("record.given-before")}
      </span>
      <RecordValueView value={value} labelId={id} scope={scope} />
    </div>
  );
}
