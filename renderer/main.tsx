import "./page.css";
import "./picture.css";
import { createDOMRenderer, RendererProvider } from "@fluentui/react-components";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { queryClient } from "./data/query.ts";
import { sessionCalls } from "./data/session-calls.ts";
import { App } from "./app/App.tsx";
import { noteFault, watchFaults } from "./session/faults.ts";
import { startSession } from "./session/session.ts";
import { hideSsoToken } from "./session/sso.ts";
import { store } from "./session/slices.ts";

// The nonce is readable as a property only: the attribute is hidden from scripts (HTML, nonce hiding).
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? "";
const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce } });

watchFaults();
hideSsoToken();
startSession(sessionCalls);
createRoot(document.getElementById("root")!).render(
  <RendererProvider renderer={renderer}>
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </Provider>
  </RendererProvider>,
);

// Nothing is lost without it while the page is being drawn.
setTimeout(() => {
  import("./app/afterwards.ts").then(({ beginAfterwards }) => beginAfterwards()).catch(noteFault);
}, 500);
