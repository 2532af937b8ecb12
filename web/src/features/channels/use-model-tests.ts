import { useRef, useState } from 'react';
import { messageOf } from '../../lib/use-action';
import type { ChannelResponse } from '#contract/resources/channel';
import { testChannel } from './use-channels';

export type ModelResult =
  | { state: 'waiting' | 'running' }
  | { state: 'passed'; seconds: number }
  | { state: 'failed'; message: string };

/** Concurrent requests: fast, without a burst that a provider would reject. */
const AT_ONCE = 4;

/** Tests models of a channel and keeps the results. */
export function useModelTests(channel: ChannelResponse) {
  const [results, setResults] = useState<Record<string, ModelResult>>({});
  const stopped = useRef(false);
  const note = (model: string, result: ModelResult | undefined) =>
    setResults(({ [model]: _old, ...rest }) => (result ? { ...rest, [model]: result } : rest));
  const all = Object.values(results);
  const count = (...states: ModelResult['state'][]) =>
    all.filter(({ state }) => states.includes(state)).length;

  async function run(model: string) {
    note(model, { state: 'running' });
    try {
      note(model, { state: 'passed', seconds: await testChannel(channel, model) });
    } catch (problem) {
      note(model, { state: 'failed', message: messageOf(problem) });
    }
  }

  async function runAll(models: string[]) {
    stopped.current = false;
    for (const model of models) note(model, { state: 'waiting' });
    const rest = models.values();
    const lane = async () => {
      for (const model of rest) {
        if (stopped.current) note(model, undefined);
        else await run(model);
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
