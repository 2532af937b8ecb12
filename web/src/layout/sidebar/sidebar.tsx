import { Divider, ScrollArea, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessage,
  IconMessages,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdmin, useSession } from '../../lib/api/session';
import { useStatus } from '../../lib/api/use-status';
import { type MenuGroup, SCREENS } from '../../routes';
import { SidebarEntry } from './sidebar-entry';
import classes from './sidebar.module.css';
import { chatApplications } from '../../lib/chat/chat-applications';

const GROUPS = [
  { group: 'top', title: 'nav.groupTop' },
  { group: 'console', title: 'nav.groupConsole' },
  { group: 'admin', title: 'nav.groupAdmin' },
  { group: 'personal', title: 'nav.groupPersonal' },
] as const;

interface SidebarProps {
  collapsed?: boolean;
  /** Absent in the drawer of narrow screens. */
  onToggle?: () => void;
}

export function Sidebar({ collapsed = false, onToggle }: SidebarProps) {
  const { t } = useTranslation();
  const user = useSession();
  const status = useStatus();
  const entries = (group: MenuGroup) =>
    SCREENS.filter(({ menu, guard }) => {
      if (menu?.group !== group || (guard === 'admin' && !isAdmin(user))) return false;
      return menu.when === undefined || status[menu.when] === true;
    });
  const groups = GROUPS.filter(({ group }) => entries(group).length > 0);
  const toggleLabel = t(collapsed ? 'nav.openSidebar' : 'nav.closeSidebar');

  return (
    <div className={classes.sidebar} data-drawer={onToggle === undefined || undefined}>
      <ScrollArea className={classes.groups} type="never">
        {groups.map(({ group, title }, index) => (
          <Fragment key={group}>
            {collapsed && index > 0 && <Divider my="sm" mx={6} color="var(--app-line)" />}
            {!collapsed && (
              <Text className={classes.title} mt={index > 0 ? 'lg' : 4}>
                {t(title)}
              </Text>
            )}
            <Stack gap={2}>
              {entries(group).map((screen) => (
                <SidebarEntry
                  key={screen.path}
                  to={screen.path}
                  label={t(screen.title)}
                  icon={screen.menu?.icon}
                  collapsed={collapsed}
                />
              ))}
              {group === 'top' && <ChatEntries collapsed={collapsed} />}
            </Stack>
          </Fragment>
        ))}
      </ScrollArea>
      {onToggle && (
        <Tooltip label={toggleLabel} position="right" disabled={!collapsed}>
          <UnstyledButton
            className={classes.entry}
            data-collapsed={collapsed || undefined}
            aria-label={toggleLabel}
            onClick={onToggle}
          >
            {collapsed ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
            )}
            {!collapsed && <span>{toggleLabel}</span>}
          </UnstyledButton>
        </Tooltip>
      )}
    </div>
  );
}

/** One entry per configured chat application; a general entry if there is none. */
function ChatEntries({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation();
  const applications = chatApplications(useStatus().chats);
  if (applications.length === 0)
    return <SidebarEntry to="/chat" label={t('nav.chats')} icon={IconMessages} collapsed={collapsed} end />;
  return applications.map(({ name }, index) => (
    <SidebarEntry
      key={`${index} ${name}`}
      to={`/chat/${index}`}
      label={name}
      icon={IconMessage}
      collapsed={collapsed}
    />
  ));
}
