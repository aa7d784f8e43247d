import "./page.css";
import "./placeholder.css";
import { createDOMRenderer, RendererProvider } from "@fluentui/react-components";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { queryClient } from "./data/query-client.ts";
import { prepareCandidate } from "./data/session-calls.ts";
import { App } from "./app/App.tsx";
import { recordError, watchUncaughtErrors } from "./session/page-errors.ts";
import { detectPasskeySupport } from "./session/passkey-support.ts";
import { loadCode } from "./session/code-loading.ts";
import { getPageApp } from "./session/page-app.ts";
import { holdSession, startSession } from "./session/session.ts";
import { extractSsoToken } from "./session/sso.ts";
import { store } from "./session/slices.ts";

// Readable as a property only: browsers hide the attribute from scripts (HTML, nonce hiding).
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? "";
const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce } });

watchUncaughtErrors();
extractSsoToken();
if (getPageApp().signIn === "candidate") startSession(prepareCandidate());
else {
  holdSession();
  void loadCode(() => import("./data/staff-sign-in.ts")).then(
    ({ prepareStaff }) => startSession(prepareStaff()),
    recordError,
  );
}
void detectPasskeySupport();
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

// Deferred, because the first paint comes first.
setTimeout(() => {
  import("./app/after-paint.ts").then(({ startAfterPaint }) => startAfterPaint()).catch(recordError);
}, 500);
