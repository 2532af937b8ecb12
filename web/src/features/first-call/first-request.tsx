import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import type { LogResponse } from '#contract/resources/logs/log';
import type { TokenResponse } from '#contract/resources/token';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSteady } from '../../lib/interaction/use-steady';
import { currentLanguage } from '../../text';
import { RemedyNote } from '../../ui/feedback/remedy-note';
import { readFailure } from '../logs/read-failure';
import { TokenSamples } from '../tokens/token-samples';
import { useTokenSample } from '../tokens/use-token-sample';
import { AnsweredRequest } from './answered-request';
import { Fact } from './fact';
import classes from './first-call.module.css';
import { type Sent, sendRequest } from './send-request';
import { useFirstRequest, useOnce } from './use-first-request';

interface FirstRequestProps {
  token: TokenResponse;
  onAnswered: () => Promise<void>;
}

/** Samples with the token, and the first request that is made with it: listened for, or sent from here. */
export function FirstRequest({ token, onAnswered }: FirstRequestProps) {
  const { t } = useTranslation();
  const sample = useTokenSample(token);
  const { row, isAnswered, refresh } = useFirstRequest(token, token.created_time);
  const [sending, setSending] = useState(false);
  /** What was sent from here, and the newest row of the log before. */
  const [sent, setSent] = useState<Sent & { after: number | undefined }>();
  useOnce(isAnswered, useSteady({ onAnswered: () => void onAnswered() }).onAnswered);

  async function send() {
    setSending(true);
    setSent(undefined);
    const after = row?.id;
    setSent({ ...(await sendRequest(sample.parts.key, sample.parts.model, currentLanguage())), after });
    setSending(false);
    await refresh();
  }

  if (isAnswered && row)
    return (
      <Fact title={t('firstCall.request')} isDone>
        <AnsweredRequest row={row} />
        <TokenSamples token={token} sample={sample} />
      </Fact>
    );

  // The row of a request has more than its response, and comes a moment later.
  const isResponse = sent !== undefined && sent.message !== '' && sent.after === row?.id;
  // An earlier failure is over when the next request was answered.
  const problem = isResponse ? sent : sent?.status === 200 ? undefined : row && problemOf(row);
  return (
    <Fact title={t('firstCall.request')}>
      <Group gap="sm">
        <Text size="sm" role="status" className={classes.listening}>
          <Loader size={14} aria-hidden />
          {t(sent?.status === 200 ? 'firstCall.charging' : 'firstCall.listening')}
        </Text>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconSend size={14} stroke={1.75} />}
          loading={sending}
          disabled={sample.model === undefined || !sample.hasKey}
          onClick={() => void send()}
        >
          {t('firstCall.send')}
        </Button>
      </Group>
      {problem && !sending && (
        <Alert color="red" title={t('firstCall.failed', { status: problem.status || '–' })} role="alert">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {problem.message}
          </Text>
          <RemedyNote code={problem.code} status={problem.upstreamStatus ?? problem.status} />
        </Alert>
      )}
      <TokenSamples token={token} sample={sample} />
    </Fact>
  );
}

/** Why the request of a row failed; undefined if it was answered. */
function problemOf(row: LogResponse) {
  const failure = readFailure(row);
  if (!failure) return undefined;
  const { status = 0, upstreamStatus, text, ownCode, code = '' } = failure;
  return { status, upstreamStatus, message: text, code: ownCode ?? code };
}
