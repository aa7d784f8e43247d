import { Component, type ReactNode } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { readTrace } from "#renderer/runtime/trace.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { readServerTime } from "#renderer/session/clock.ts";

/** A screen that breaks says so, offers a way on, and reports itself with the last lines of the trace. */
export class Boundary extends Component<{ config: ConfigClient; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
    const report = {
      message: error.message.slice(0, 2000),
      at: readServerTime().toISOString(),
      stack: (error.stack ?? "").slice(0, 8000),
      release: this.props.config.manifest.release,
      trace: readTrace()
        .slice(-20)
        .map((line) => JSON.stringify(line).slice(0, 300)),
    };
    navigator.sendBeacon?.("/t/errors", new Blob([JSON.stringify({ list: [report] })], { type: "application/json" }));
  }

  override render(): ReactNode {
    return this.state.broken ? (
      <LoadFailure config={this.props.config} retry={() => this.setState({ broken: false })} />
    ) : (
      this.props.children
    );
  }
}
