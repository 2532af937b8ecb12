import { Alert, Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../lib/browser/use-is-phone';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { readNumber } from './prices';
import { draftChanges, type DraftFactor, MODES, type TaskDraft, type TaskRow, toDraft } from './task-draft';
import { TaskFactors } from './task-factors';
import { TaskPreview } from './task-preview';
import type { TaskPrices } from './use-task-prices';

interface TaskPriceDialogProps {
  row: TaskRow;
  prices: TaskPrices;
  onClose: () => void;
}

/** Edits the price of a model's tasks; saved at once. */
export function TaskPriceDialog({ row, prices, onClose }: TaskPriceDialogProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const { name, task } = row;
  const [before] = useState(() => toDraft(row));
  const [draft, setDraft] = useState(before);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const guard = useUnsavedGuard(draft !== before, onClose, true);
  const hasModes = task.family === 'drawing' && name.startsWith('mj_');
  const problem = priceProblem(draft.usd);
  const isValid = problem === undefined && numbersOf(draft).every((text) => !Number.isNaN(readNumber(text)));

  function set(change: Partial<TaskDraft>) {
    setDraft((current) => ({ ...current, ...change }));
  }

  async function submit() {
    setTried(true);
    if (!isValid) return;
    setPending(true);
    const saved = await prices.change((table) => draftChanges(row, draft, table), t('settings.form.saved'));
    setPending(false);
    if (saved) guard.leave();
  }

  return (
    <GuardedModal
      guard={guard}
      title={t('taskPrices.editor.editTitle', { name })}
      size="lg"
      fullScreen={phone}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          {task.unit === 'token' && (
            <Alert p="sm" icon={<IconInfoCircle size={18} stroke={1.75} />}>
              {t('taskPrices.editor.tokensHint')}
            </Alert>
          )}
          {task.family === 'video' && (
            <SegmentedControl
              aria-label={t('taskPrices.editor.way')}
              value={draft.unit}
              onChange={(unit) => set({ unit: unit === 'call' ? 'call' : 'second' })}
              data={(['second', 'call'] as const).map((unit) => ({
                value: unit,
                label: t(`taskPrices.unit.${unit}`),
              }))}
            />
          )}
          <TextInput
            label={t(
              draft.unit === 'second' ? 'taskPrices.editor.usdPerSecond' : 'taskPrices.editor.usdPerCall',
            )}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            error={(tried || draft.usd !== before.usd) && problem && t(`taskPrices.editor.${problem}`)}
            value={draft.usd}
            onChange={(event) => set({ usd: event.currentTarget.value })}
          />
          {draft.factors.length > 0 && (
            <TaskFactors draft={draft} onChange={(factors: DraftFactor[]) => set({ factors })} />
          )}
          {hasModes && (
            <div>
              <Text size="sm" fw={500}>
                {t('taskPrices.editor.modes')}
              </Text>
              <Text size="xs" c="dimmed" mb={6}>
                {t('taskPrices.editor.modesHint')}
              </Text>
              <SimpleGrid cols={3} spacing="sm">
                {MODES.map((mode) => (
                  <TextInput
                    key={mode}
                    label={mode}
                    aria-label={t('taskPrices.editor.modeOf', { mode })}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder={draft.usd}
                    error={Number.isNaN(readNumber(draft.modes[mode])) && t('taskPrices.editor.number')}
                    value={draft.modes[mode]}
                    onChange={(event) =>
                      set({ modes: { ...draft.modes, [mode]: event.currentTarget.value } })
                    }
                  />
                ))}
              </SimpleGrid>
            </div>
          )}
          <TaskPreview task={task} draft={isValid ? draft : undefined} groups={prices.groups} />
        </Stack>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={guard.close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </GuardedModal>
  );
}

function priceProblem(text: string): 'needPrice' | 'number' | undefined {
  const usd = readNumber(text);
  if (usd === undefined) return 'needPrice';
  return Number.isNaN(usd) ? 'number' : undefined;
}

function numbersOf({ factors, modes }: TaskDraft): string[] {
  return [...factors.flatMap(({ values }) => values.map(({ ratio }) => ratio)), ...Object.values(modes)];
}
