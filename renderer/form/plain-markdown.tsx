import type { ReactNode } from "react";

/** Stands in for markdown-to-jsx inside rjsf: texts of documents are text, never markup. The build puts it in place (vite.config.ts). */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}

export default Markdown;
