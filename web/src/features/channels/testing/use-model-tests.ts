import { useCallback, useRef, useState } from 'react';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { resultOf, type TestResult } from './test-result';
import { testChannel } from '../use-channels';

/** Concurrent requests: fast, without a burst that a provider would reject. */
const AT_ONCE = 4;

/** Tests models of a channel and keeps the results. */
export function useModelTests(channel: ChannelResponse) {
  const [results, setResults] = useState<Record<string, TestResult>>({});
  const stopped = useRef(false);
  const note = useCallback(
    (model: string, result: TestResult | undefined) =>
      setResults(({ [model]: _old, ...rest }) => (result ? { ...rest, [model]: result } : rest)),
    [],
  );
  const all = Object.values(results);
  const count = (...states: TestResult['state'][]) =>
    all.filter(({ state }) => states.includes(state)).length;

  const run = useCallback(
    async (model: string, isStopped?: () => boolean) => {
      note(model, { state: 'running' });
      note(model, await resultOf(testChannel(channel, { model }, isStopped)));
    },
    [channel, note],
  );

  async function runAll(models: string[]) {
    stopped.current = false;
    for (const model of models) note(model, { state: 'waiting' });
    const rest = models.values();
    const lane = async () => {
      for (const model of rest) {
        if (stopped.current) note(model, undefined);
        else await run(model, () => stopped.current);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  return {
    results,
    run,
    runAll,
    stop: () => (stopped.current = true),
    busy: count('waiting', 'running') > 0,
    passed: count('passed'),
    failed: count('failed'),
  };
}
