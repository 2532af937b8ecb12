import {
  Accordion,
  Box,
  Group,
  NumberInput,
  Select,
  Skeleton,
  Slider,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceLink } from '../../../ui/badge/price-link';
import { RatioBadge } from '../../../ui/badge/ratio-badge';
import { JsonField } from '../../../ui/form/json-field';
import { toolsError } from './tools-error';
import { TOOL_TEMPLATE } from './tools';
import type { PlaygroundSettings } from '../playground.types';
import type { GroupChoice } from '../use-playground-choices';

interface SettingsPanelProps {
  settings: PlaygroundSettings;
  choices: { groups: GroupChoice[]; models: string[] } | undefined;
  /** True if no chat model can be called in this group. */
  noneCallable: boolean;
  /** Several models are compared, each with a field of its own. */
  comparing: boolean;
  onChange: (change: Partial<PlaygroundSettings>) => void;
}

export function SettingsPanel({ settings, choices, noneCallable, comparing, onChange }: SettingsPanelProps) {
  const { t } = useTranslation();
  const toolsProblem = toolsError(settings.tools, t);
  const [opened, setOpened] = useState<string | null>(settings.tools.trim() ? 'tools' : null);
  if (!choices) return <Skeleton h={320} />;
  return (
    <Stack gap="lg">
      <GroupField value={settings.group} groups={choices.groups} onChange={(group) => onChange({ group })} />
      {!comparing && (
        <Group gap={4} align="flex-end" wrap="nowrap">
          <Box flex={1}>
            <ModelSelect
              label={t('playground.model')}
              description={noneCallable ? t('playground.noCallableModel') : undefined}
              models={choices.models}
              value={settings.model}
              onChange={(model) => onChange({ model })}
            />
          </Box>
          {choices.models.length > 0 && (
            <Box pb={6}>
              <PriceLink model={settings.model} />
            </Box>
          )}
        </Group>
      )}
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
      <Accordion
        variant="separated"
        value={toolsProblem === undefined ? opened : 'tools'}
        onChange={setOpened}
      >
        <Accordion.Item value="tools">
          <Accordion.Control>{t('playground.tools')}</Accordion.Control>
          <Accordion.Panel>
            <JsonField
              label={t('playground.toolsField')}
              description={t('playground.toolsHint')}
              template={TOOL_TEMPLATE}
              minRows={4}
              value={settings.tools}
              error={toolsProblem}
              onChange={(tools) => onChange({ tools })}
            />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

interface ModelSelectProps {
  label: string;
  /** The label is read out alone, where there is no room for it. */
  labelHidden?: boolean;
  description?: string | undefined;
  models: readonly string[];
  value: string;
  onChange: (model: string) => void;
}

export function ModelSelect({ label, labelHidden, description, models, value, onChange }: ModelSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      {...(labelHidden ? { 'aria-label': label, size: 'xs' } : { label })}
      description={description}
      data={[...new Set([...models, ...(models.length > 0 ? [value] : [])])]}
      value={value}
      placeholder={models.length === 0 ? t('playground.noModels') : ''}
      nothingFoundMessage={t('table.noMatch')}
      searchable
      allowDeselect={false}
      onChange={(model) => model && onChange(model)}
    />
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
