import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { colorOfGroup } from '../lib/colors';
import { splitList } from '../lib/format';
import { Tag } from './tag';

/** One tag per group of a comma list, `default` first; a click copies the name. */
export function GroupTags({ groups }: { groups: string }) {
  const { t } = useTranslation();
  const names = splitList(groups).toSorted((a, b) =>
    a === 'default' ? -1 : b === 'default' ? 1 : a.localeCompare(b),
  );
  if (names.length === 0) return <Tag color={colorOfGroup('')}>{t('token.userGroup')}</Tag>;
  return (
    <Group gap={4} miw={names.length > 1 ? 130 : undefined}>
      {names.map((name) => (
        <Tag key={name} color={colorOfGroup(name)} copy={name}>
          {name}
        </Tag>
      ))}
    </Group>
  );
}
