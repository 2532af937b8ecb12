import {
  MAX_VIEW_NAME,
  MAX_VIEW_QUERY,
  type SavedViewResponse,
  type ViewPage,
} from '#contract/resources/saved-view';
import useSWR from 'swr';
import { call, get, withQuery } from '../api/api';
import { useAction } from '../interaction/use-action';
import { forgetStoredViews, MAX_VIEWS, storedViews, type View, type ViewStore, withViews } from './views';

const PATH = '/api/views';

/** A page's views, kept on the server for the account. @returns `views` undefined until they are loaded */
export function useServerViews(page: ViewPage): { store: ViewStore; views: readonly View[] | undefined } {
  const { data, mutate } = useSWR<View[], unknown>([PATH, page], () => load(page));
  const views = data ?? [];
  const reload = async () => void (await mutate());
  const saving = useAction((more: readonly View[]) => put(page, more), reload);
  const removing = useAction((name: string) => call('DELETE', withQuery(PATH, { page, name })), reload);
  return {
    views: data,
    store: {
      page,
      views,
      async add(more) {
        if (!withViews(views, more)) return 'full';
        return (await saving.run(more)) ? 'saved' : 'failed';
      },
      remove: (name) => void removing.run(name),
      toggleDefault(name) {
        const view = views.find((each) => each.name === name);
        if (!view) return;
        const { query } = view;
        void saving.run([{ name, query, ...(!view.default && { default: true }) }]);
      },
    },
  };
}

/** The views of the account, with those that this browser kept by itself before, which are taken over once. */
async function load(page: ViewPage): Promise<View[]> {
  const saved = await read(page);
  const kept = storedViews(page).filter(
    ({ name, query }) =>
      name.length <= MAX_VIEW_NAME &&
      query.length <= MAX_VIEW_QUERY &&
      !saved.some((view) => view.name === name),
  );
  const taken = kept.slice(0, MAX_VIEWS - saved.length);
  if (taken.length > 0) {
    // The account's default stays.
    const hasDefault = saved.some((view) => view.default);
    await put(
      page,
      taken.map(({ name, query, default: standard }) => ({
        name,
        query,
        ...(standard && !hasDefault && { default: true }),
      })),
    );
  }
  // What does not fit stays in the browser until there is room.
  if (taken.length === kept.length) forgetStoredViews(page);
  return taken.length > 0 ? read(page) : saved;
}

async function read(page: ViewPage): Promise<View[]> {
  const views = await get<SavedViewResponse[]>(withQuery(PATH, { page }));
  return views.map(({ name, query, default: standard }) => ({
    name,
    query,
    ...(standard && { default: true }),
  }));
}

function put(page: ViewPage, views: readonly View[]) {
  return call('PUT', PATH, {
    body: { page, views: views.map((view) => ({ ...view, default: view.default === true })) },
  });
}
