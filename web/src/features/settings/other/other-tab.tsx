import { Divider, Paper } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionCard } from '../form/option-card';
import { OptionForm } from '../form/option-form';
import { SettingSection } from '../form/setting-section';
import { NOTICE, PERSONALIZATION } from './cards';
import { SystemInfo } from './system-info';

export function OtherTab() {
  const { t } = useTranslation();
  return (
    <>
      <SystemInfo />
      <OptionCard card={NOTICE} />
      <SettingSection
        id="personalization"
        title={t('settings.other.personalization')}
        lead={t('settings.other.personalizationLead')}
      >
        <Paper withBorder p="lg">
          {PERSONALIZATION.map((card, index) => (
            <Fragment key={card.id}>
              {index > 0 && <Divider my="lg" />}
              <OptionForm id={card.id} spec={card} />
            </Fragment>
          ))}
        </Paper>
      </SettingSection>
    </>
  );
}
