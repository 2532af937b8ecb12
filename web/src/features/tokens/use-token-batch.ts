import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toCsv } from '#contract/csv';
import { downloadText } from '../../lib/browser/download';
import { randomText } from '../../lib/browser/random-text';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { type Batch, type BatchState, useBatch } from '../../lib/list/use-batch';
import type { TokenRequestFields, TokenResponse } from '#contract/resources/token';
import { createToken, newestTokens } from './use-tokens';

/**
 * Creates several tokens with one request each. Names after the first get a random suffix; the first failure stops the
 * batch.
 */
export function useTokenBatch(onWritten: () => Promise<void>) {
  const { t } = useTranslation();
  /** The tokens of the batch whose keys lists do not have. */
  const made = useRef<TokenResponse[]>([]);
  const batch: Batch<TokenRequestFields> = useBatch(
    async (input) => {
      const { data } = await createToken(input);
      if (data) made.current.push(data);
    },
    { atOnce: 1, stopAtFailure: true },
  );
  const names = batch.state?.done.map(({ name }) => name) ?? [];

  /** Resolves to true if any token was created; if none was, only the error is shown. */
  async function finish(run: Promise<BatchState<TokenRequestFields> | undefined>): Promise<boolean> {
    const ended = await run;
    if (!ended || ended.done.length === 0) {
      const [refusal] = ended?.failed ?? [];
      if (refusal) toast.error(refusal.message);
      batch.reset();
      return false;
    }
    if (ended.done.length === ended.total) toast.success(t('token.createdOk'));
    await onWritten();
    return true;
  }

  const download = useAction(
    async () => (made.current.length > 0 ? made.current : newestTokens(names)),
    (tokens) => {
      const rows = tokens.map(({ name, key }) => [name, `sk-${key}`]);
      downloadText(
        `${names[0] ?? 'tokens'}.csv`,
        toCsv([[t('common.name'), t('common.key')], ...rows]),
        'text/csv',
      );
    },
  );

  return {
    state: batch.state,
    start: (input: TokenRequestFields, count: number) => {
      made.current = [];
      return finish(batch.start(named(input, count)));
    },
    goOn: () => finish(batch.retry()),
    stop: batch.stop,
    close: batch.reset,
    download,
  };
}

export type TokenBatch = ReturnType<typeof useTokenBatch>;

function named(input: TokenRequestFields, count: number): TokenRequestFields[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? input : { ...input, name: `${input.name}-${randomText(6)}` },
  );
}
