import { useState } from 'react';
import { readJson, writeJson } from '../browser/storage';

/** Named filters of a list. */
export interface View {
  name: string;
  /** As in the URL, without the page. */
  query: string;
  /** Applied when the list is opened without a query. */
  default?: true;
}

export const MAX_VIEWS = 20;

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
  return readViews(readJson(keyOf(page)))?.find((view) => view.default)?.query;
}

/** A page's views, stored in this browser. */
export function useViews(page: string) {
  const [views, setViews] = useState(() => readViews(readJson(keyOf(page))) ?? []);

  function keep(next: View[]): void {
    setViews(next);
    writeJson(keyOf(page), next);
  }

  return {
    views,
    /** Replaces views of the same name. Returns false if there would be more than `MAX_VIEWS`. */
    add(more: View[]): boolean {
      const names = new Set(more.map(({ name }) => name));
      const next = [...views.filter(({ name }) => !names.has(name)), ...more];
      if (next.length > MAX_VIEWS) return false;
      keep(next);
      return true;
    },
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
    /** At most one view is the default; repeating it clears the default. */
    toggleDefault: (name: string) =>
      keep(
        views.map((view) => ({
          name: view.name,
          query: view.query,
          ...(view.name === name && !view.default && { default: true }),
        })),
      ),
  };
}
