import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Functions that stay the same as long as their component is there, and do what those given last would do: what got
 * them need not be drawn again because of them. For events, not for drawing.
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
