import { type ComponentType, isValidElement, memo, useInsertionEffect, useRef, useState } from 'react';

type Props = Readonly<Record<string, unknown>>;
type Handler = (...args: unknown[]) => unknown;

/**
 * A component that renders again only when one of its properties has changed. Event handlers (`onChange`) may be another
 * function with each rendering: the latest one is called. Arrays and plain objects are compared by their content, other
 * functions and elements by identity.
 */
export function steady<C extends ComponentType<never>>(Component: C): C {
  const Memoized = memo(Component as unknown as ComponentType<Props>, isSame);

  function Steady(props: Props) {
    const latest = useRef(props);
    useInsertionEffect(() => {
      latest.current = props;
    });
    const [handlers] = useState(() => new Map<string, Handler>());
    const passed = Object.entries(props).map(([name, value]) => {
      if (!isHandler(name, value)) return [name, value];
      const handler = handlers.get(name) ?? ((...args) => (latest.current[name] as Handler)(...args));
      handlers.set(name, handler);
      return [name, handler];
    });
    return <Memoized {...Object.fromEntries(passed)} />;
  }
  return Steady as unknown as C;
}

function isHandler(name: string, value: unknown): value is Handler {
  return typeof value === 'function' && /^on[A-Z]/.test(name);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isData(one) || !isData(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** An array or a plain object that is no element. */
function isData(value: unknown): value is Props {
  if (typeof value !== 'object' || value === null || isValidElement(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
