import { Group, Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { colorOfGroup } from '../../lib/format/colors';
import { splitList } from '../../lib/format/format';
import { hint } from '../feedback/hint';
import { Tag } from './tag';
import { useAnchored } from '../button/use-anchored';

/** One tag per group of a comma-separated list, `default` first; a click copies the name. */
export function GroupTags({ groups }: { groups: string }) {
  const { t } = useTranslation();
  const names = sorted(groups);
  if (names.length === 0) return <Tag color={colorOfGroup('')}>{t('token.userGroup')}</Tag>;
  return (
    <Group gap={4} miw={names.length > 1 ? 130 : undefined}>
      <Names names={names} />
    </Group>
  );
}

/** A single line: the first group and the number of the others; a click on the number shows all. */
export function GroupSummary({ groups }: { groups: string }) {
  const { t } = useTranslation();
  const { button, box, toggle } = useAnchored('dialog');
  const [first, ...rest] = sorted(groups);
  if (first === undefined) return <Tag color={colorOfGroup('')}>{t('token.userGroup')}</Tag>;
  return (
    <Group gap={4} wrap="nowrap">
      <div style={{ display: 'flex', minWidth: 0 }}>
        <Names names={[first]} />
      </div>
      {rest.length > 0 && (
        <UnstyledButton
          {...button}
          {...hint(rest.join(', '))}
          fz="xs"
          c="dimmed"
          px={4}
          style={{ flex: 'none' }}
          aria-label={`+${rest.length} ${t('common.moreGroups', { groups: rest.join(', ') })}`}
          onClick={(event) => {
            event.stopPropagation();
            toggle(event);
          }}
        >
          {`+${rest.length}`}
        </UnstyledButton>
      )}
      {box && (
        <Popover {...box.control} position="bottom-start" withArrow width={260}>
          {box.anchor}
          <Popover.Dropdown>
            <Group gap={4}>
              <Names names={[first, ...rest]} />
            </Group>
          </Popover.Dropdown>
        </Popover>
      )}
    </Group>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <Tag key={name} color={colorOfGroup(name)} copy={name}>
      {name}
    </Tag>
  ));
}

function sorted(groups: string): string[] {
  return splitList(groups).toSorted((a, b) =>
    a === 'default' ? -1 : b === 'default' ? 1 : a.localeCompare(b),
  );
}
