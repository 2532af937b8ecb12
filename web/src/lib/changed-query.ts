/**
 * The query of the address with something changed. It builds on what the address says by now: the function form of
 * `setSearchParams` builds on what was drawn last, and brings back what was changed since.
 */
export function changedQuery(change: (next: URLSearchParams) => void): URLSearchParams {
  const next = new URLSearchParams(location.search);
  change(next);
  return next;
}
