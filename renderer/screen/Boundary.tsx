import { Component, type ReactNode } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { noteFault } from "#renderer/session/faults.ts";
import { tryAgain } from "#renderer/session/page-code.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";

/** What broke a part of the page, while it is broken. */
interface Broken {
  broken: { by: unknown } | undefined;
}

/** A screen, or a part of it, that breaks says so, offers a way on, and reports itself with the last lines of the trace. */
export class Boundary extends Component<{ config: ConfigClient; children: ReactNode }, Broken> {
  override state: Broken = { broken: undefined };

  static getDerivedStateFromError(error: unknown): Broken {
    return { broken: { by: error } };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
    noteFault(error);
  }

  override render(): ReactNode {
    const { broken } = this.state;
    return broken ? (
      <LoadFailure
        config={this.props.config}
        retry={() => tryAgain(broken.by, () => this.setState({ broken: undefined }))}
      />
    ) : (
      this.props.children
    );
  }
}
