import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './model-checklist.module.css';

/** From this number of models on, they can be searched. */
const SEARCHED = 12;

interface ModelChecklistProps {
  label: string;
  /** Models to choose from. */
  offered: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Models to tick. “Only” chooses one of them and no other, so that a few of many take as many clicks as they are. */
export function ModelChecklist({ label, offered, chosen, onChange }: ModelChecklistProps) {
  const { t } = useTranslation();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const ticked = new Set(chosen);
  const isOffered = new Set(offered);
  const shown = offered.filter((model) => model.toLowerCase().includes(keyword.trim().toLowerCase()));
  /** Those that were entered by hand are no part of the list. */
  const others = chosen.filter((model) => !isOffered.has(model));
  const choose = (models: readonly string[]) => onChange([...others, ...models]);

  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Text id={id} size="sm" fw={500}>
          {label}
        </Text>
        <Group gap={4}>
          <Text size="xs" c="dimmed" aria-live="polite">
            {t('channelForm.checklist.count', { n: chosen.length - others.length, of: offered.length })}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => choose(offered)}>
            {t('channelForm.checklist.all')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => choose([])}>
            {t('channelForm.checklist.none')}
          </Button>
        </Group>
      </Group>
      {offered.length > SEARCHED && (
        <TextInput
          size="xs"
          aria-label={t('channelForm.checklist.search')}
          placeholder={t('channelForm.checklist.search')}
          value={keyword}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={240} className={classes.list} type="auto">
        {shown.map((model) => (
          <div key={model} className={classes.row}>
            <Checkbox
              size="xs"
              label={model}
              checked={ticked.has(model)}
              onChange={({ currentTarget: { checked } }) =>
                choose(offered.filter((each) => (each === model ? checked : ticked.has(each))))
              }
            />
            <Button
              size="compact-xs"
              variant="subtle"
              className={classes.only}
              aria-label={t('channelForm.checklist.onlyNamed', { model })}
              onClick={() => choose([model])}
            >
              {t('channelForm.checklist.only')}
            </Button>
          </div>
        ))}
      </ScrollArea.Autosize>
    </Stack>
  );
}
