import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../lib/api/use-status';
import { session } from '../../lib/api/session';
import { copyText } from '../../lib/browser/clipboard';
import { downloadText } from '../../lib/browser/download';
import { Modal } from '../../ui/dialog/modal';

/** Shows recovery codes, which the server does not send again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { system_name: site } = useStatus();
  const text = codes.join('\n');
  const head = t('secondFactor.codes.fileHead', { site, name: session.user()?.username ?? '' });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('secondFactor.codes.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">{t('secondFactor.codes.lead')}</Text>
        <SimpleGrid cols={2} spacing="xs" verticalSpacing={4} component="ul" p={0} m={0}>
          {codes.map((code) => (
            <Text
              key={code}
              component="li"
              ff="monospace"
              size="sm"
              ta="center"
              style={{ listStyle: 'none' }}
            >
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <Button variant="default" onClick={() => void copyText(text, t('secondFactor.codes.copied'))}>
              {t('common.copy')}
            </Button>
            <Button
              variant="default"
              onClick={() => downloadText('recovery-codes.txt', `${head}\n\n${text}\n`)}
            >
              {t('secondFactor.codes.download')}
            </Button>
          </Group>
          <Button onClick={onClose}>{t('secondFactor.codes.saved')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
