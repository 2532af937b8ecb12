import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Functions with a stable identity that call the latest given ones, so that components they are passed to do not
 * re-render. For event handlers, not for rendering.
 */
export function useSteady<T extends { [K in keyof T]: (...args: never[]) => unknown }>(given: T): T {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const [steady] = useState(() => {
    const calls = Object.keys(given).map((key) => [
      key,
      (...args: never[]) => latest.current[key as keyof T](...args),
    ]);
    return Object.fromEntries(calls) as T;
  });
  return steady;
}
