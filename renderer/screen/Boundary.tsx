import { Component, type ReactNode } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { noteFault } from "#renderer/session/faults.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";

/** A screen that breaks says so, offers a way on, and reports itself with the last lines of the trace. */
export class Boundary extends Component<{ config: ConfigClient; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
    noteFault(error);
  }

  override render(): ReactNode {
    return this.state.broken ? (
      <LoadFailure config={this.props.config} retry={() => this.setState({ broken: false })} />
    ) : (
      this.props.children
    );
  }
}
