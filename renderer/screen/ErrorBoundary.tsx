import { Component, type ReactNode } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { recordError } from "#renderer/session/page-errors.ts";
import { retryLoad } from "#renderer/session/code-loading.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";

/** The error that the boundary shows; undefined while nothing is caught. */
interface BoundaryState {
  caught: { error: unknown } | undefined;
}

/**
 * Catches render errors of a screen or a part of it, offers a retry, and reports the error with the end of the trace.
 */
export class ErrorBoundary extends Component<{ config: ConfigClient; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { caught: { error } };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
    recordError(error);
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? (
      <LoadFailure
        config={this.props.config}
        retry={() => retryLoad(caught.error, () => this.setState({ caught: undefined }))}
      />
    ) : (
      this.props.children
    );
  }
}
