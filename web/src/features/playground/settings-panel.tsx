import { Box, Group, NumberInput, Select, Skeleton, Slider, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PriceLink } from '../../ui/badge/price-link';
import { RatioBadge } from '../../ui/badge/ratio-badge';
import type { PlaygroundSettings } from './playground.types';
import type { GroupChoice } from './use-playground-choices';

interface SettingsPanelProps {
  settings: PlaygroundSettings;
  choices: { groups: GroupChoice[]; models: string[] } | undefined;
  /** True if no chat model can be called in this group. */
  noneCallable: boolean;
  onChange: (change: Partial<PlaygroundSettings>) => void;
}

export function SettingsPanel({ settings, choices, noneCallable, onChange }: SettingsPanelProps) {
  const { t } = useTranslation();
  if (!choices) return <Skeleton h={320} />;
  return (
    <Stack gap="lg">
      <GroupField value={settings.group} groups={choices.groups} onChange={(group) => onChange({ group })} />
      <Group gap={4} align="flex-end" wrap="nowrap">
        <Select
          flex={1}
          label={t('playground.model')}
          description={noneCallable ? t('playground.noCallableModel') : undefined}
          data={[...new Set([...choices.models, ...(choices.models.length > 0 ? [settings.model] : [])])]}
          value={settings.model}
          placeholder={choices.models.length === 0 ? t('playground.noModels') : ''}
          nothingFoundMessage={t('table.noMatch')}
          searchable
          allowDeselect={false}
          onChange={(model) => model && onChange({ model })}
        />
        {choices.models.length > 0 && (
          <Box pb={6}>
            <PriceLink model={settings.model} />
          </Box>
        )}
      </Group>
      <div>
        <Group justify="space-between" mb={6}>
          <Text size="sm" fw={600} id="playground-temperature">
            {t('playground.temperature')}
          </Text>
          <Text size="sm" c="dimmed" ff="monospace">
            {settings.temperature}
          </Text>
        </Group>
        <Slider
          aria-labelledby="playground-temperature"
          thumbProps={{ 'aria-labelledby': 'playground-temperature' }}
          min={0.1}
          max={1}
          step={0.1}
          label={null}
          value={settings.temperature}
          onChange={(temperature) => onChange({ temperature: Number(temperature.toFixed(1)) })}
        />
      </div>
      <NumberInput
        label={t('playground.maxTokens')}
        description={t('playground.maxTokensHint')}
        min={0}
        allowDecimal={false}
        value={settings.maxTokens}
        onChange={(value) => onChange({ maxTokens: Math.max(0, Math.trunc(Number(value)) || 0) })}
      />
      <Textarea
        label={t('playground.system')}
        autosize
        minRows={4}
        maxRows={12}
        value={settings.system}
        onChange={(event) => onChange({ system: event.currentTarget.value })}
      />
    </Stack>
  );
}

interface GroupFieldProps {
  value: string;
  groups: GroupChoice[];
  onChange: (group: string) => void;
}

/** The group whose channels and prices apply. */
export function GroupField({ value, groups, onChange }: GroupFieldProps) {
  const { t } = useTranslation();
  const data =
    groups.length === 0
      ? [{ value: '', label: t('playground.ownGroup') }]
      : groups.map((each) => ({ value: each.value, label: each.value }));
  return (
    <Select
      label={t('playground.group')}
      data={data}
      value={value}
      allowDeselect={false}
      renderOption={({ option }) => {
        const group = groups.find((each) => each.value === option.value);
        return (
          <Group justify="space-between" wrap="nowrap" w="100%">
            <div>
              <Text size="sm">{option.label}</Text>
              <Text size="xs" c="dimmed">
                {group?.description}
              </Text>
            </div>
            {group?.ratio !== undefined && <RatioBadge ratio={group.ratio} />}
          </Group>
        );
      }}
      onChange={(group) => group !== null && onChange(group)}
    />
  );
}
