import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaygroundSettings } from './playground.types';
import { usePlaygroundChoices } from './use-playground-choices';

const DEFAULT_MODEL = 'gpt-4o-mini';

/** What is asked with: a person's choices over defaults that exist for them. */
export function usePlaygroundSettings() {
  const { t } = useTranslation();
  const choices = usePlaygroundChoices();
  const [chosen, setChosen] = useState<Partial<PlaygroundSettings>>({});
  const models = choices?.models ?? [];
  const settings: PlaygroundSettings = {
    group: choices?.groups[0]?.value ?? '',
    model: models.length === 0 || models.includes(DEFAULT_MODEL) ? DEFAULT_MODEL : (models[0] ?? ''),
    temperature: 0,
    maxTokens: 0,
    system: t('playground.systemDefault'),
    ...chosen,
  };
  const change = (wanted: Partial<PlaygroundSettings>) => setChosen((current) => ({ ...current, ...wanted }));
  return { settings, change, choices };
}
