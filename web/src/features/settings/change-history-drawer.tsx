import { isOptionKey, optionDeclarations } from '#contract/options/index';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useLocalized } from '../../text/localized';
import { EmptyState } from '../../ui/feedback/empty-state';
import { type OptionChange, useChangeHistory } from './change-history';
import { ChangeList } from './form/change-list';
import { useOptions, useSaveOptions } from './use-options';

/** Options changed since the console was opened, each with a button to revert it. */
export function ChangeHistoryDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const history = useChangeHistory();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('settings.history.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {history.length === 0 ? (
        <EmptyState title={t('settings.history.empty')} hint={t('settings.history.hint')} />
      ) : (
        <Stack gap="lg">
          <Text size="xs" c="dimmed">
            {t('settings.history.hint')}
          </Text>
          {history.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </Stack>
      )}
    </Drawer>
  );
}

function Entry({ change: { key, before, after, at } }: { change: OptionChange }) {
  const { t } = useTranslation();
  const { values } = useOptions();
  const { save } = useSaveOptions();
  const localized = useLocalized();
  const name = isOptionKey(key) ? localized(optionDeclarations[key].label) : key;
  const revert = useAction(async () => {
    const [outcome] = await save({ [key]: before });
    if (outcome?.problem !== undefined) throw outcome.problem;
    toast.success(t('settings.history.reverted', { name }));
  });
  return (
    <section aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb={4}>
        <div>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {formatTime(at / 1000)}
          </Text>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
          loading={revert.pending}
          disabled={values[key] === before}
          aria-label={t('settings.history.revertNamed', { name })}
          onClick={() => void revert.run()}
        >
          {t('settings.history.revert')}
        </Button>
      </Group>
      <ChangeList before={before} after={after} />
    </section>
  );
}
