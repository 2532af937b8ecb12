import { ActionIcon, Group, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal';
import classes from './setup.module.css';
import type { Mode } from './setup.types';

const MODES: readonly Mode[] = ['external', 'self', 'demo'];

interface ModeFieldProps {
  value?: Mode;
  onChange?: (mode: Mode) => void;
}

/** Selects the usage mode of the installation. */
export function ModeField({ value, onChange }: ModeFieldProps) {
  const { t } = useTranslation();
  const [explained, { open, close }] = useDisclosure(false);
  return (
    <section aria-label={t('setup.system')}>
      <Group gap={4} mb="sm">
        <Title order={3}>{t('setup.system')}</Title>
        <ActionIcon aria-label={t('setup.modeHelp')} onClick={open}>
          <IconHelp size={18} stroke={1.75} />
        </ActionIcon>
      </Group>
      <Radio.Group
        label={t('setup.mode')}
        description={t('setup.modeHint')}
        {...(value && { value })}
        onChange={(mode) => onChange?.(toMode(mode))}
      >
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mt="sm">
          {MODES.map((mode) => (
            <Radio.Card key={mode} value={mode} className={classes.mode ?? ''}>
              <Radio.Indicator mt={2} />
              <div>
                <Text size="sm" fw={600}>
                  {t(`setup.modes.${mode}`)}
                </Text>
                <Text size="xs" c="dimmed" mt={2}>
                  {t(`setup.modeShort.${mode}`)}
                </Text>
              </div>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Modal opened={explained} onClose={close} title={t('setup.modeHelp')}>
        <Stack gap="md">
          {MODES.map((mode) => (
            <div key={mode}>
              <Text fw={600}>{t(`setup.modes.${mode}`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`setup.modeLong.${mode}`)}
              </Text>
            </div>
          ))}
        </Stack>
      </Modal>
    </section>
  );
}

function toMode(value: string): Mode {
  return MODES.find((mode) => mode === value) ?? 'external';
}
