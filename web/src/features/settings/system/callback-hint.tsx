import { Alert, Code, Group } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../ui/button/copy-text';
import { useOptions } from '../use-options';

/** URLs to enter at the identity provider; shows a placeholder until the server address is configured. */
export function CallbackHint({ path }: { path: string }) {
  const { t } = useTranslation();
  const { ServerAddress: address } = useOptions().values;
  const start = address || t('settings.system.siteAddress');
  const entries = [
    { label: t('settings.system.homepageUrl'), value: start },
    { label: t('settings.system.callbackUrl'), value: start + path },
  ];
  return (
    <Alert icon={<IconInfoCircle size={18} stroke={1.75} />} p="sm">
      {entries.map(({ label, value }) => (
        <Group key={label} gap={6} wrap="nowrap">
          <span>
            {label} <Code style={{ wordBreak: 'break-all' }}>{value}</Code>
          </span>
          {address && <CopyText text={value} label={t('common.copyNamed', { name: label })} />}
        </Group>
      ))}
    </Alert>
  );
}
