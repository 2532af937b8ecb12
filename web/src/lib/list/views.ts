import { MAX_SAVED_VIEWS } from '#contract/resources/saved-view';
import { useState } from 'react';
import { readJson, writeJson, writeText } from '../browser/storage';

/** Named filters of a list. */
export interface View {
  name: string;
  /** As in the URL, without the page. */
  query: string;
  /** Applied when the list is opened without a query. */
  default?: true;
}

export const MAX_VIEWS = MAX_SAVED_VIEWS;

const keyOf = (page: string) => `views:${page}`;

/** First path segment: `/channel/edit/3` belongs to the page `channel`. */
export function pageOf(pathname: string): string {
  return pathname.split('/')[1] ?? '';
}

/** The part of a URL's query that a view stores. */
export function queryOf(search: URLSearchParams): string {
  const stored = new URLSearchParams(search);
  stored.delete('page');
  return stored.toString();
}

/** Validates views; undefined for any other value. */
export function readViews(value: unknown): View[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const views = value.map(readView);
  return views.every((view) => view !== undefined) ? views.slice(0, MAX_VIEWS) : undefined;
}

function readView(value: unknown): View | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, query, default: standard }: Partial<Record<keyof View, unknown>> = value;
  if (typeof name !== 'string' || name === '' || typeof query !== 'string') return undefined;
  return { name, query, ...(standard === true && { default: true }) };
}

export function defaultQuery(page: string): string | undefined {
  return storedViews(page).find((view) => view.default)?.query;
}

/** Where a page's views are kept. */
export interface ViewStore {
  /** As in the names of exported files. */
  page: string;
  views: readonly View[];
  /** Replaces views of the same name. `full`: there would be more than `MAX_VIEWS`; `failed`: an error has been shown. */
  add: (more: View[]) => Promise<'saved' | 'full' | 'failed'>;
  remove: (name: string) => void;
  /** At most one view is the default; repeating it clears the default. */
  toggleDefault: (name: string) => void;
}

/** With more views in the place of those of the same names; undefined if there would be more than `MAX_VIEWS`. */
export function withViews(views: readonly View[], more: readonly View[]): View[] | undefined {
  const names = new Set(more.map(({ name }) => name));
  const next = [...views.filter(({ name }) => !names.has(name)), ...more];
  return next.length > MAX_VIEWS ? undefined : next;
}

/** A page's views, stored in this browser. */
export function useViews(page: string): ViewStore {
  const [views, setViews] = useState(() => storedViews(page));

  function keep(next: View[]): void {
    setViews(next);
    writeJson(keyOf(page), next);
  }

  return {
    page,
    views,
    add(more) {
      const next = withViews(views, more);
      if (next) keep(next);
      return Promise.resolve(next ? 'saved' : 'full');
    },
    remove: (name) => keep(views.filter((view) => view.name !== name)),
    toggleDefault: (name) =>
      keep(
        views.map((view) => ({
          name: view.name,
          query: view.query,
          ...(view.name === name && !view.default && { default: true }),
        })),
      ),
  };
}

/** Views of a page that this browser has. */
export function storedViews(page: string): View[] {
  return readViews(readJson(keyOf(page))) ?? [];
}

/** Forgets the views of a page that this browser has. */
export function forgetStoredViews(page: string): void {
  writeText(keyOf(page), undefined);
}
