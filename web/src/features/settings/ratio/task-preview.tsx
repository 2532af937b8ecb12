import type { TaskChargeResponse, TaskPriceResponse } from '#contract/resources/tasks/task-price';
import { NumberInput, Paper, Select, SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call } from '../../../lib/api/api';
import { formatExact, formatPrice } from '../../../lib/format/format';
import { valueText } from '../../../ui/badge/task-terms';
import { readNumber } from './prices';
import { ratioOf, type TaskDraft } from './task-draft';

const PAUSE_MS = 200;
const EXAMPLE_SECONDS = 5;
const PATH = '/api/pricing/task';

interface TaskPreviewProps {
  task: TaskPriceResponse;
  /** Undefined while it has errors. */
  draft: TaskDraft | undefined;
  groups: { name: string; ratio: number }[];
}

/** What an example task costs at the price being edited, computed by the server. */
export function TaskPreview({ task, draft, groups }: TaskPreviewProps) {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(() => exampleSeconds(task.seconds));
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [groupName, setGroupName] = useState(
    groups.find(({ name }) => name === 'default')?.name ?? groups[0]?.name,
  );
  const isPerSecond = draft?.unit === 'second';
  const body = draft && {
    usd: readNumber(draft.usd) ?? 0,
    seconds: isPerSecond ? seconds : 1,
    ratios: draft.factors.map(({ name, values }) => {
      const value = values.find((each) => each.value === chosen[name]) ?? values[0];
      return value ? ratioOf(value) : 1;
    }),
    group_ratio: groups.find(({ name }) => name === groupName)?.ratio ?? 1,
  };
  const [key] = useDebouncedValue(body ? JSON.stringify(body) : undefined, PAUSE_MS);
  const { data } = useSWR<TaskChargeResponse, unknown>(key ? [PATH, key] : null, preview, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });

  return (
    <Paper withBorder p="sm" role="group" aria-label={t('taskPrices.editor.preview')}>
      <Text size="sm" fw={500} mb={6}>
        {t('taskPrices.editor.preview')}
      </Text>
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
        {task.seconds && isPerSecond && (
          <NumberInput
            size="xs"
            label={t('taskPrices.editor.previewSeconds')}
            min={task.seconds.min}
            max={task.seconds.max}
            allowDecimal={false}
            clampBehavior="strict"
            value={seconds}
            onChange={(value) => setSeconds(Number(value) || 1)}
          />
        )}
        {draft?.factors
          .filter(({ values }) => values.length > 1)
          .map(({ name, values }) => (
            <Select
              key={name}
              size="xs"
              label={t(`taskPrices.factor.${name}`)}
              allowDeselect={false}
              data={values.map(({ value }) => ({ value, label: valueText(name, value, t) }))}
              value={chosen[name] ?? values[0]?.value ?? null}
              onChange={(value) => value !== null && setChosen({ ...chosen, [name]: value })}
            />
          ))}
        {groups.length > 1 && (
          <Select
            size="xs"
            label={t('taskPrices.editor.previewGroup')}
            allowDeselect={false}
            data={groups.map(({ name }) => name)}
            value={groupName ?? null}
            onChange={(value) => value !== null && setGroupName(value)}
          />
        )}
      </SimpleGrid>
      <Text size="sm" mt={8} fw={600} aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {draft && data
          ? t('taskPrices.editor.previewCost', { quota: formatExact(data.quota), usd: formatPrice(data.usd) })
          : '–'}
      </Text>
    </Paper>
  );
}

/** As in the example of the price list. */
function exampleSeconds(accepted: TaskPriceResponse['seconds']): number {
  if (!accepted) return 1;
  const { values, min, max } = accepted;
  const accepts = values
    ? values.includes(EXAMPLE_SECONDS)
    : min <= EXAMPLE_SECONDS && EXAMPLE_SECONDS <= max;
  return accepts ? EXAMPLE_SECONDS : accepted.default;
}

async function preview([path, body]: readonly [string, string]): Promise<TaskChargeResponse> {
  return (await call<TaskChargeResponse>('POST', path, { body: JSON.parse(body) })).data;
}
