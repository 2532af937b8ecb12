import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isLimit } from '../../../lib/api/api';
import { formatFixed } from '../../../lib/format/format';
import { messageOf } from '../../../lib/interaction/use-action';
import { StatusBadge } from '../../../ui/badge/status-badge';

/** Of the test of a model or a key. */
export type TestResult =
  | { state: 'waiting' | 'running' }
  | { state: 'passed'; seconds: number }
  | { state: 'failed'; message: string };

/** Waits for a test. Undefined: nothing was tested, because the waiting for the limit of requests was stopped. */
export async function resultOf(test: Promise<number>): Promise<TestResult | undefined> {
  try {
    return { state: 'passed', seconds: await test };
  } catch (problem) {
    return isLimit(problem) ? undefined : { state: 'failed', message: messageOf(problem) };
  }
}

/** How a test stands, in two words. */
export function TestBadge({ result }: { result: TestResult | undefined }) {
  const { t } = useTranslation();
  switch (result?.state) {
    case 'passed':
      return (
        <StatusBadge color="green">
          {t('channel.testPassed', { time: formatFixed(result.seconds, 2) })}
        </StatusBadge>
      );
    case 'failed':
      return <StatusBadge color="red">{t('channel.testFailed')}</StatusBadge>;
    case 'waiting':
      return <StatusBadge color="gray">{t('channel.testWaiting')}</StatusBadge>;
    default:
      return null;
  }
}

/** Why a test failed; nothing for others. */
export function TestProblem({ result }: { result: TestResult | undefined }) {
  if (result?.state !== 'failed') return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: 'anywhere' }}>
      {result.message}
    </Text>
  );
}
