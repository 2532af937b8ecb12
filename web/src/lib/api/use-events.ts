import { createParser } from 'eventsource-parser';
import { useEffect, useEffectEvent, useState } from 'react';
import { openEvents } from './api';

/** Milliseconds without an event after which a stream counts as broken; the server sends one every five seconds. */
const SILENCE_MS = 15_000;
/** Milliseconds until a stream that failed is opened again. */
const AGAIN_MS = 30_000;

interface ServerEvent {
  event?: string | undefined;
  data: string;
}

/**
 * Reads server-sent events while the tab is visible.
 * @returns whether they arrive; while they do not, the page has to ask
 */
export function useEvents(path: string, onEvent: (event: ServerEvent) => void): boolean {
  const [isLive, setLive] = useState(false);
  const isVisible = useIsVisible();
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    if (!isVisible) return undefined;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function read(): Promise<void> {
      try {
        await readEvents(path, ended.signal, (event) => {
          setLive(true);
          handle(event);
        });
      } catch {
        // The page asks meanwhile, and shows why there is no answer.
      }
      if (ended.signal.aborted) return;
      setLive(false);
      timer = setTimeout(() => void read(), AGAIN_MS);
    }
    void read();
    return () => {
      ended.abort();
      clearTimeout(timer);
      setLive(false);
    };
  }, [path, isVisible]);
  return isLive;
}

/** Resolves when the stream has ended. @throws also when it falls silent */
async function readEvents(
  path: string,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENCE_MS);
  const body = await openEvents(path, AbortSignal.any([signal, silent.signal]));
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
  }
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
