import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Functions with a stable identity that call the latest given ones, so that components they are passed to do not
 * re-render. For event handlers, not for rendering.
 */
export function useSteady<T extends { [K in keyof T]: (...args: never[]) => unknown }>(callbacks: T): T {
  const latest = useRef(callbacks);
  useLayoutEffect(() => {
    latest.current = callbacks;
  });
  const [steady] = useState(() => {
    const calls = Object.keys(callbacks).map((key) => [
      key,
      (...args: never[]) => latest.current[key as keyof T](...args),
    ]);
    return Object.fromEntries(calls) as T;
  });
  return steady;
}
