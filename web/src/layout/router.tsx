import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { type Guard, type Screen, SCREENS } from '../routes';
import { loadTexts } from '../text';
import { Crash } from './crash';
import { RequireRole } from './require-role';
import { PageSkeleton } from './page-skeleton';
import { Shell } from './shell';

/** Builds the routes from the table of screens: one group per guard, pages loaded on first visit. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <Crash />,
      HydrateFallback: PageSkeleton,
      children: (['public', 'user', 'admin', 'root'] as const).map((guard) => ({
        element: <RequireRole guard={guard} />,
        errorElement: <Crash />,
        children: guarded(guard),
      })),
    },
  ]);
}

function guarded(guard: Guard): RouteObject[] {
  return SCREENS.filter((screen) => screen.guard === guard).map(toRoute);
}

function toRoute(screen: Screen): RouteObject {
  const { path, panels, load, light, texts = [] } = screen;
  return {
    path,
    handle: screen,
    lazy: async () => {
      const [Component] = await Promise.all([load(), light ? undefined : loadTexts(texts)]);
      return { Component };
    },
    ...(panels && { children: panels.map((panel) => ({ path: panel, element: null })) }),
  };
}
