import { Alert, Code, Group } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../ui/copy-text';

/** What to enter at the other site. */
export function CallbackHint({ homepage, callback }: { homepage: string; callback: string }) {
  const { t } = useTranslation();
  const entries = [
    { label: t('settings.system.homepageUrl'), value: homepage },
    { label: t('settings.system.callbackUrl'), value: callback },
  ];
  return (
    <Alert icon={<IconInfoCircle size={18} stroke={1.75} />} p="sm">
      {entries.map(({ label, value }) => (
        <Group key={label} gap={6} wrap="nowrap">
          <span>
            {label} <Code style={{ wordBreak: 'break-all' }}>{value}</Code>
          </span>
          <CopyText text={value} label={t('common.copyNamed', { name: label })} />
        </Group>
      ))}
    </Alert>
  );
}
