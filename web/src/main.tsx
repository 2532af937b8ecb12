import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './layout/global.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { ApiError } from './lib/api';
import { createRouter } from './layout/router';
import { preloadSelf } from './lib/use-self';
import { preloadStatus } from './lib/use-status';
import { startTexts } from './text';
import { resolveVariables, theme } from './theme';
import { CopyFallback } from './ui/copy-fallback';
import { Toasts } from './ui/toasts';

const colorScheme = localStorageColorSchemeManager({ key: 'theme-mode' });

/** Only what may pass by itself is tried again: the network, the server, too many requests. */
function worthRetrying(problem: unknown): boolean {
  return (
    problem instanceof ApiError && (problem.status === 0 || problem.status === 429 || problem.status >= 500)
  );
}

const RELOADED = 'reloaded-for-new-build';

/** A page of an older build is gone after an update: load the new one, once. */
addEventListener('vite:preloadError', (event) => {
  // Without a network there is no other build to load, and a reload would end in the browser's own page.
  if (!navigator.onLine || sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, 'yes');
  event.preventDefault();
  location.reload();
});
addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000));

// Page, texts, what kind of house this is and who is here come side by side.
const router = createRouter();
preloadStatus();
preloadSelf();
await startTexts();
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

createRoot(container).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    colorSchemeManager={colorScheme}
    defaultColorScheme="auto"
  >
    <SWRConfig value={{ shouldRetryOnError: worthRetrying, errorRetryCount: 3, dedupingInterval: 2000 }}>
      <Toasts />
      <CopyFallback />
      <RouterProvider router={router} />
    </SWRConfig>
  </MantineProvider>,
);
