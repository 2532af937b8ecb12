import { useLocation, useNavigate } from 'react-router-dom';
import { useShortcuts } from '../browser/use-shortcuts';

export interface Panel {
  /** The open panel; without an id it creates a record. `self` = the user's own record. */
  open: { id?: number; self?: boolean } | undefined;
  add: () => void;
  edit: (id: number) => void;
  /** Edits the user's own record. */
  editSelf: () => void;
  close: () => void;
}

/** Side panels with their own URLs: `{base}/add`, `{base}/edit/{id}`, `{base}/edit`. The list keeps its query. */
export function usePanel(base: string): Panel {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const go = (path: string) => void navigate({ pathname: path, search });
  const add = () => go(`${base}/add`);
  useShortcuts({ n: add });
  return {
    open: readPanel(pathname.slice(base.length)),
    add,
    edit: (id) => go(`${base}/edit/${id}`),
    editSelf: () => go(`${base}/edit`),
    close: () => go(base),
  };
}

function readPanel(rest: string): Panel['open'] {
  if (rest === '/add') return {};
  if (rest === '/edit') return { self: true };
  const id = /^\/edit\/(\d+)$/.exec(rest)?.[1];
  return id === undefined ? undefined : { id: Number(id) };
}
