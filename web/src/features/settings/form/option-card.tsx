import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardSpec } from './fields';
import { OptionForm, type OptionFormProps } from './option-form';
import { SettingSection } from './setting-section';

interface OptionCardProps extends Omit<OptionFormProps, 'id' | 'spec'> {
  card: CardSpec;
  /** Shown below the form. */
  children?: ReactNode;
}

/** A settings form with heading and description. */
export function OptionCard({ card, children, ...form }: OptionCardProps) {
  const { t } = useTranslation();
  return (
    <SettingSection id={card.id} title={t(card.title)} lead={card.lead && t(card.lead)}>
      <Paper withBorder p="lg">
        <OptionForm id={card.id} spec={card} {...form} />
        {children}
      </Paper>
    </SettingSection>
  );
}
