/** Draws nothing: the engine keeps the value. */
export default function HiddenValue() {
  return null;
}
