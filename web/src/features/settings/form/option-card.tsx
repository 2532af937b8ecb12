import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocalized } from '../../../text/localized';
import { OptionForm, type OptionFormProps } from './option-form';
import { SettingSection } from './setting-section';

export interface OptionCardProps extends OptionFormProps {
  /** Shown below the form. */
  children?: ReactNode;
}

/** A settings form with heading and description. */
export function OptionCard({ card, children, ...form }: OptionCardProps) {
  const localized = useLocalized();
  return (
    <SettingSection id={card.id} title={localized(card.title)} lead={card.lead && localized(card.lead)}>
      <Paper withBorder p="lg">
        <OptionForm card={card} {...form} />
        {children}
      </Paper>
    </SettingSection>
  );
}
