import { Button, Group, ScrollArea, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { downloadText } from '../../lib/browser/download';
import { Modal } from '../../ui/dialog/modal';
import type { Batch } from './use-redemptions';

/** Shows newly created codes for copying and download. */
export function NewCodesModal({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { t } = useTranslation();
  const text = batch.keys.join('\n');

  function download() {
    downloadText(`${batch.name}.txt`, text);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={t('redemption.madeTitle')}>
      <Text size="sm">{t('redemption.madeText')}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('redemption.madeHint', { file: `${batch.name}.txt`, n: batch.keys.length })}
      </Text>
      <ScrollArea.Autosize mah={200} mt="md" type="auto">
        <Text size="xs" ff="monospace" style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
          {text}
        </Text>
      </ScrollArea.Autosize>
      <Group justify="space-between" mt="lg" gap="sm">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void copyText(text, t('common.copiedSecret'))}
        >
          {t('common.copy')}
        </Button>
        <Group gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button data-autofocus leftSection={<IconDownload size={16} stroke={1.75} />} onClick={download}>
            {t('redemption.download')}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}
