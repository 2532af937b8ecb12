import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './layout/global.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { ApiError } from './lib/api/api';
import { Confirmation } from './layout/confirmation/confirmation';
import { createRouter } from './layout/router';
import { preloadSelf } from './lib/api/use-self';
import { preloadStatus } from './lib/api/use-status';
import { startTexts } from './text';
import { ThemedConsole } from './themed-console';
import { CopyFallback } from './ui/dialog/copy-fallback';
import { serverReached } from './lib/browser/online';
import { Toasts } from './ui/feedback/toasts';

/** Retries only transient failures: network errors, server errors and rate limits. */
function worthRetrying(problem: unknown): boolean {
  return (
    problem instanceof ApiError && (problem.status === 0 || problem.status === 429 || problem.status >= 500)
  );
}

const RELOADED = 'reloaded-for-new-build';

let reloading = false;

/**
 * After an update the chunks of the old build no longer exist: reload once to get the new build. A server that cannot be
 * reached has none to offer, and a reload would leave the browser's own error page, so it is awaited first.
 */
addEventListener('vite:preloadError', () => {
  // `Crash` reloads a browser that was offline.
  if (!navigator.onLine || reloading || sessionStorage.getItem(RELOADED)) return;
  reloading = true;
  void serverReached().then(() => {
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  });
});
addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000));

// Start loading the route, the status, the user and the texts in parallel.
const router = createRouter();
preloadStatus();
preloadSelf();
await startTexts();
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

createRoot(container).render(
  <SWRConfig value={{ shouldRetryOnError: worthRetrying, errorRetryCount: 3, dedupingInterval: 2000 }}>
    <ThemedConsole>
      <Toasts />
      <CopyFallback />
      <Confirmation />
      <RouterProvider router={router} />
    </ThemedConsole>
  </SWRConfig>,
);
