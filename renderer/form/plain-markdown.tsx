import type { ReactNode } from "react";

/** Replaces markdown-to-jsx inside rjsf (see vite.config.ts): texts of definitions are text, never markup. */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}

export default Markdown;
