import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readText, writeText } from '../../lib/browser/storage';
import { Tag } from '../../ui/badge/tag';

/** Number of models shown before the list is expanded. */
const FIRST = 5;
const KEY = 'modelsExpanded';

/** The models this user may call; a click copies the name. */
export function ModelTags({ models }: { models: string[] | undefined }) {
  const { t } = useTranslation();
  const [expanded, setExpanded] = useState(() => readText(KEY) === 'true');

  function toggle() {
    writeText(KEY, String(!expanded));
    setExpanded(!expanded);
  }

  if (!models) return <Skeleton h={24} />;
  if (models.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('personalPage.noModels')}
      </Text>
    );
  }
  const shown = expanded ? models : models.slice(0, FIRST);
  return (
    <Group gap={6}>
      {shown.map((model) => (
        <Tag key={model} color="gray" copy={model} mono>
          {model}
        </Tag>
      ))}
      {models.length > FIRST && (
        <Button variant="subtle" size="compact-xs" aria-expanded={expanded} onClick={toggle}>
          {expanded
            ? t('personalPage.fewerModels')
            : t('personalPage.moreModels', { n: models.length - FIRST })}
        </Button>
      )}
    </Group>
  );
}
