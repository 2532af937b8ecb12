import { useState } from 'react';
import useSWR from 'swr';
import { call, get } from '../../../lib/api/api';
import { parseObject } from '../../../lib/format/json';
import { useAction } from '../../../lib/interaction/use-action';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelKeyResponse } from '#contract/resources/channels/channel-key';
import { resultOf, type TestResult } from '../testing/test-result';
import { testChannel } from '../use-channels';

/** Whether the lines of a channel's key are keys of their own. */
export function hasSeveralKeys({ setting }: Pick<ChannelResponse, 'setting'>): boolean {
  return parseObject(setting)?.multi_key === true;
}

/** The keys of a channel, their tests, and the return of disabled ones. */
export function useChannelKeys(channel: ChannelResponse) {
  const path = `/api/channel/${channel.id}/keys`;
  const { data, error, mutate } = useSWR<ChannelKeyResponse[], unknown>(path, (address: string) =>
    get<ChannelKeyResponse[]>(address),
  );
  const [results, setResults] = useState<Record<number, TestResult | undefined>>({});

  async function test(index: number): Promise<void> {
    const note = (result: TestResult | undefined) => setResults((before) => ({ ...before, [index]: result }));
    note({ state: 'running' });
    note(await resultOf(testChannel(channel, { key: String(index) })));
    // The server may have enabled a key that works again.
    await mutate();
  }

  const enable = useAction(
    (index: number) => call<null>('POST', `${path}/${index}/enable`),
    async () => {
      await mutate();
    },
  );

  return { keys: data, error, reload: () => void mutate(), results, test, enable: enable.run };
}
