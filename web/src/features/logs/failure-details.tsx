import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LogResponse } from '#contract/resources/logs/log';
import type { Fact } from '../../ui/text/fact-list';
import { RemedyNote } from '../../ui/feedback/remedy-note';
import { TextBlock } from '../../ui/text/text-block';
import { CodeText, CopiedTag, DetailsFrame } from './details-frame';
import { endingName } from './ending-name';
import type { Failure } from './read-failure';
import { readFacts, requestIdOf } from './rows/read-log-row';
import { ReceiptAttempts } from './receipt/receipt-attempts';

interface FailureDetailsProps {
  log: LogResponse;
  failure: Failure;
  admin: boolean;
}

/** Why a request failed; for administrators also which channels were called, and what the provider answered. */
export function FailureDetails({ log, failure, admin }: FailureDetailsProps) {
  const { t } = useTranslation();
  const { status, upstreamStatus, code, ownCode, type, path, text, suppressed, attempts, upstreamMessage } =
    failure;
  const { mappedTo, endReason } = readFacts(log);
  const requestId = requestIdOf(log);
  const facts: (Fact | false)[] = [
    admin &&
      log.channel > 0 && [
        t('logDetail.channel'),
        `${log.channel} - ${log.channel_name || t('log.unnamedChannel')}`,
      ],
    status !== undefined && [t('logDetail.status'), status],
    upstreamStatus !== undefined && [t('logDetail.upstreamStatus'), upstreamStatus],
    code !== undefined && [t('logDetail.errorCode'), <CodeText key="code" text={code} />],
    type !== undefined && [t('logDetail.errorType'), <CodeText key="type" text={type} />],
    path !== undefined && [t('logDetail.path'), <CodeText key="path" text={path} />],
    mappedTo !== undefined && [t('logDetail.actualModel'), <CopiedTag key="actual" name={mappedTo} />],
    text !== '' && [t('logDetail.message'), <Message key="message" text={text} />],
    [
      t('logDetail.remedy'),
      <RemedyNote key="remedy" code={ownCode ?? code ?? ''} status={upstreamStatus ?? status ?? 0} />,
    ],
    suppressed > 0 && [t('logDetail.further'), t('log.suppressed', { n: suppressed })],
    endReason !== undefined && [t('logDetail.ending'), endingName(endReason, t)],
    requestId !== undefined && [t('logDetail.requestId'), <CopiedTag key="request" name={requestId} />],
    suppressed === 0 && [t('logDetail.duration'), t('log.seconds', { n: log.use_time })],
  ];
  const explained = admin && (attempts.length > 0 || upstreamMessage !== undefined);
  return (
    <DetailsFrame
      log={log}
      facts={facts}
      beside={
        explained && (
          <Stack gap="lg">
            {attempts.length > 0 && <ReceiptAttempts attempts={attempts} />}
            <TextBlock title={t('logDetail.upstreamMessage')} text={upstreamMessage ?? ''} />
          </Stack>
        )
      }
    />
  );
}

/** Messages of providers can have several lines. */
function Message({ text }: { text: string }) {
  return (
    <Text span size="sm" style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </Text>
  );
}
