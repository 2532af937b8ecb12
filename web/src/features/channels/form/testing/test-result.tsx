import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestUnsavedChannelResponse } from '#contract/resources/channels/channel';
import { formatFixed } from '../../../../lib/format/format';
import { errorText } from '../../../../text/error-text';
import { RemedyNote } from '../../../../ui/feedback/remedy-note';

interface TestResultProps {
  result: TestUnsavedChannelResponse;
  ref?: Ref<HTMLDivElement>;
  /** Present if the channel was to be saved, which a failed test prevents: the way out. */
  onSaveDisabled?: (() => void) | undefined;
  pending?: boolean;
}

/** The URL that was called and the response; if the test failed, also why, what to do, and how to save nevertheless. */
export function TestResult({ result, ref, onSaveDisabled, pending }: TestResultProps) {
  const { t } = useTranslation();
  const { url, status, milliseconds, error } = result;
  const failed = t(onSaveDisabled ? 'unsavedTest.notSaved' : 'unsavedTest.failed');
  return (
    <Alert
      ref={ref}
      color={error ? 'red' : 'green'}
      title={error ? failed : t('unsavedTest.works', { time: formatFixed(milliseconds / 1000, 2) })}
      role={error ? 'alert' : undefined}
    >
      <Stack gap={4}>
        {url !== '' && (
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        )}
        <Text size="sm">
          {status === 0 ? t('unsavedTest.noStatus') : t('unsavedTest.status', { status })}
        </Text>
        {error && (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {errorText(error)}
            </Text>
            <RemedyNote code={status > 0 ? '' : error.code} status={status} />
          </>
        )}
        {error && onSaveDisabled && (
          <Group gap="sm" mt={4}>
            <Button size="xs" variant="default" loading={pending} onClick={onSaveDisabled}>
              {t('unsavedTest.saveDisabled')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
