import type { AccessibleNode, DescribeWidget } from "#widgets/accessible-node.ts";
import { toPadName, toSignature, toTyped } from "./signature-value.ts";

/** A group: the pad, the name where nothing is drawn, and a button that clears the signature. */
export const describe: DescribeWidget = ({ label, plainLabel, state, value, text, commit }) => {
  const { strokes, name } = toSignature(value);
  const { required, disabled, invalid, error, hint } = state;
  const isEmpty = strokes === undefined && name === undefined;
  const pad: AccessibleNode = {
    role: "img",
    name: text(toPadName({ strokes, name })),
    ...(!disabled &&
      name === undefined && { draw: (drawn: string) => commit({ strokes: `${strokes ?? ""}${drawn}` }) }),
  };
  const typed: AccessibleNode = {
    role: "textbox",
    name: `${plainLabel}: ${text("signature.name")}`,
    value: name ?? "",
    ...(hint && { hint }),
    ...(error && { error }),
    ...(required && { required }),
    ...(disabled && { disabled }),
    ...(invalid && { invalid }),
    fill: (written) => commit(toTyped(written.trim())),
  };
  const clear: AccessibleNode = {
    role: "button",
    name: text("signature.clear"),
    press: () => commit(undefined),
  };
  return [
    {
      role: "group",
      name: label,
      children: [
        pad,
        ...(strokes === undefined && !(disabled && isEmpty) ? [typed] : []),
        ...(isEmpty || disabled ? [] : [clear]),
      ],
    },
  ];
};
