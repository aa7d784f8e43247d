import { makeStyles, tokens } from "@fluentui/react-components";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { contract } from "./list-contract.ts";
import { RowTime } from "./RowTime.tsx";

const useStyles = makeStyles({
  details: { display: "flex", flexDirection: "column", gap: "2px" },
  text: {
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
    fontSize: tokens.fontSizeBase300,
    overflowWrap: "anywhere",
    whiteSpace: "pre-line",
  },
  // Further lines are smaller and share a line where there is room.
  rest: { display: "flex", flexWrap: "wrap", columnGap: "16px" },
  small: {
    // The text of a message keeps its lines.
    whiteSpace: "pre-line",
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase200,
    fontSize: tokens.fontSizeBase200,
  },
});

interface RowDetailsProps {
  id: string;
  row: Pick<ResolvedProps<typeof contract.props.item.object>, "lines" | "time" | "timeText">;
  scope: BlockScope;
}

/** Lines and time below the title of a row. */
export function RowDetails({ id, row: { lines, time, timeText }, scope }: RowDetailsProps) {
  const styles = useStyles();
  if (!lines?.length && typeof time !== "string") return null;
  const [first, ...rest] = lines ?? [];
  return (
    <span id={id} className={styles.details}>
      {first && <span className={styles.text}>{first.text}</span>}
      <span className={styles.rest}>
        {rest.map((line) => (
          <span key={line.id} className={styles.small}>
            {line.text}
          </span>
        ))}
        {typeof time === "string" && (
          <RowTime className={first ? styles.small : styles.text} at={time} words={timeText} scope={scope} />
        )}
      </span>
    </span>
  );
}
