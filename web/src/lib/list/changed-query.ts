/**
 * A changed copy of the URL's query. It starts from the current URL: the function form of `setSearchParams` starts from
 * the last render and would undo changes made since.
 */
export function changedQuery(change: (next: URLSearchParams) => void): URLSearchParams {
  const next = new URLSearchParams(location.search);
  change(next);
  return next;
}
