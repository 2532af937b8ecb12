import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BatchProgress } from '../../ui/page/batch-progress';
import { Modal } from '../../ui/dialog/modal';
import type { TokenBatch } from './use-token-batch';

/** Progress of creating several tokens, and a download of their keys. */
export function TokenBatchDialog({ batch }: { batch: TokenBatch }) {
  const { t } = useTranslation();
  const { state, stop, close, goOn, download } = batch;
  if (!state) return null;
  const { running, done, failed, left } = state;
  return (
    <Modal
      opened
      onClose={running ? stop : close}
      closeOnClickOutside={false}
      title={t('token.batchTitle')}
      closeButtonProps={{ 'aria-label': t(running ? 'bulk.stop' : 'common.close') }}
    >
      <BatchProgress name={t('token.batchTitle')} state={state} nameOf={({ name }) => name} />
      {!running && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('token.batchHint')}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        {running ? (
          <Button variant="default" onClick={stop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            {failed.length + left.length > 0 && (
              <Button variant="default" onClick={() => void goOn()}>
                {t('bulk.goOn')}
              </Button>
            )}
            <Button
              data-autofocus
              leftSection={<IconDownload size={16} stroke={1.75} />}
              loading={download.pending}
              onClick={() => void download.run()}
            >
              {t('token.batchDownload', { n: done.length })}
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
}
