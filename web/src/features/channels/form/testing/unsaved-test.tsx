import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../../ui/form/form-section';
import { TestResult } from './test-result';
import type { ChannelTest } from './use-channel-saves';

interface Props {
  test: ChannelTest;
  /** Whether channels of the type can be tested. */
  isTestable: boolean;
  onRun: () => void;
  onSaveDisabled: () => void;
  saving: boolean;
}

/** Sends a request as the form describes it, and shows the URL that was called and the status. */
export function UnsavedTest({ test, isTestable, onRun, onSaveDisabled, saving }: Props) {
  const { t } = useTranslation();
  const shown = useRef<HTMLDivElement>(null);
  const { result, preventedSave, pending } = test;

  // The button that tests and saves is below the form, the result in it.
  useEffect(() => {
    if (preventedSave) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [preventedSave, result]);

  return (
    <FormSection title={t('unsavedTest.title')}>
      {isTestable ? (
        <Group gap="sm">
          <Button variant="default" loading={pending} onClick={onRun}>
            {t('unsavedTest.run')}
          </Button>
          <Text size="xs" c="dimmed" flex={1} miw={200}>
            {t('unsavedTest.hint')}
          </Text>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('unsavedTest.untestable')}
        </Text>
      )}
      <Box aria-live="polite" mt={result ? 0 : 'calc(-1 * var(--mantine-spacing-md))'}>
        {result && (
          <TestResult
            ref={shown}
            result={result}
            pending={saving}
            onSaveDisabled={preventedSave ? onSaveDisabled : undefined}
          />
        )}
      </Box>
    </FormSection>
  );
}
