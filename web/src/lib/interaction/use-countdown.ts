import { useEffect, useState } from 'react';

/** Seconds left, and a function that starts the countdown. Uses the clock, so that a sleeping tab does not extend it. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (end === 0) return undefined;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);

  function start(seconds: number) {
    setLeft(seconds);
    setEnd(performance.now() + seconds * 1000);
  }

  return [left, start];
}
