import { Code, Divider, Text, Title } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';

/** Explains that the addresses which channels and sign-in may reach are configured by environment variables, not here. */
export function EgressNote() {
  const { t } = useTranslation();
  return (
    <>
      <Divider my="lg" />
      <Title order={3} fz={14}>
        {t('settings.system.egress.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {t('settings.system.egress.lead')}
      </Text>
      <Text size="sm">
        <Trans i18nKey="settings.system.egress.text" components={{ variable: <Code /> }} />
      </Text>
    </>
  );
}
