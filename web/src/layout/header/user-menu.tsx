import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { endSession } from '../../lib/api/api';
import { colorOfText } from '../../lib/format/colors';
import { formatQuota } from '../../lib/format/format';
import { session, type SessionUser } from '../../lib/api/session';
import { useAction } from '../../lib/interaction/use-action';
import { sendRemovals } from '../../lib/list/use-removal';
import { useSelf } from '../../lib/api/use-self';
import { useMoney } from '../../lib/api/use-status';
import classes from './user-menu.module.css';

export function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const money = useMoney();
  const { self } = useSelf();
  const logout = useAction(endSession, t('nav.logoutDone'));

  async function leave() {
    await sendRemovals();
    if (!(await logout.run())) return;
    session.signOut();
    await navigate('/login');
    // Cached data of this user must not be shown to the next one.
    await mutate((key) => key !== '/api/status', undefined, { revalidate: false });
  }

  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <VisuallyHidden>{`${t('nav.account')}: ${user.username}`}</VisuallyHidden>
          <Avatar size={28} color={colorOfText(user.username)} radius="xl" aria-hidden>
            {user.username.slice(0, 1).toUpperCase()}
          </Avatar>
          <Text size="sm" fw={500} visibleFrom="sm" maw={140} truncate aria-hidden>
            {user.username}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600} truncate>
            {user.display_name || user.username}
          </Text>
          {self && (
            <Text size="xs" c="dimmed">
              {t('nav.balance')} {formatQuota(self.quota, money)}
            </Text>
          )}
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/personal" leftSection={<IconUser size={16} stroke={1.75} />}>
          {t('nav.personal')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void leave()}>
          {t('nav.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
