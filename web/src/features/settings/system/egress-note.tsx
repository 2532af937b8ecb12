import { Code, Paper, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { SettingSection } from '../form/setting-section';

/** Explains that the addresses which channels and sign-in may reach are configured by environment variables, not here. */
export function EgressNote() {
  const { t } = useTranslation();
  return (
    <SettingSection
      id="egress"
      title={t('settings.system.egress.title')}
      lead={t('settings.system.egress.lead')}
    >
      <Paper withBorder p="lg">
        <Text size="sm">
          <Trans i18nKey="settings.system.egress.text" components={{ variable: <Code /> }} />
        </Text>
      </Paper>
    </SettingSection>
  );
}
