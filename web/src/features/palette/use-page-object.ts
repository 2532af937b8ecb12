import { useLocation } from 'react-router-dom';
import { objectsIn } from './objects/object-entries';
import { subjectOf } from './page-subject';
import type { PaletteObject } from './palette.types';
import { useSearch } from './use-search';

/** The record that the page is about, as its address says; undefined while it is loaded, and for other pages. */
export function usePageObject(admin: boolean): PaletteObject | undefined {
  const { pathname, search } = useLocation();
  const subject = subjectOf(pathname, new URLSearchParams(search));
  const isRequest = subject?.kind === 'request';
  // Of records, their present state is needed.
  const { found } = useSearch(subject && !isRequest && (admin || subject.kind === 'token') ? subject.id : '');
  if (isRequest) return { kind: 'request', id: subject.id };
  return objectsIn(found).find(
    (object) => object.kind === subject?.kind && 'id' in object && String(object.id) === subject.id,
  );
}
