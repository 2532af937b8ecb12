import { Group, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../lib/interaction/use-action';
import { GroupTags } from '../../ui/badge/group-tag';
import { RowMenu } from '../../ui/button/row-menu';
import type { UserResponse } from '#contract/resources/accounts/user';
import { useUserGroups } from './use-users';

interface UserGroupProps {
  user: UserResponse;
  /** Absent if the viewer may not change the group. */
  move: Run<[UserResponse, string]> | undefined;
  moving: boolean;
}

/** The group of a user, editable in the table. */
export function UserGroup({ user, move, moving }: UserGroupProps) {
  const { t } = useTranslation();
  const groups = useUserGroups();
  if (!move) return <GroupTags groups={user.group} />;
  const label = t('user.changeGroup', { name: user.username });
  return (
    <Group gap={2} wrap="nowrap">
      <GroupTags groups={user.group} />
      <RowMenu narrow label={label} loading={moving} icon={<IconChevronDown size={14} stroke={1.75} />}>
        {() => (
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            <Menu.Label>{label}</Menu.Label>
            {groups.map((group) => (
              <Menu.Item
                key={group}
                disabled={group === user.group}
                rightSection={group === user.group && <IconCheck size={14} stroke={2} />}
                onClick={() => void move(user, group)}
              >
                {group}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        )}
      </RowMenu>
    </Group>
  );
}
