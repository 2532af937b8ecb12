import { ActionIcon, Anchor, Badge, Button, Group, Image, Text, UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { useSession } from '../lib/session';
import { useStatus } from '../lib/use-status';
import classes from './header.module.css';
import { LanguageMenu } from './language-menu';
import { useScreen } from './use-screen';
import { ThemeToggle } from './theme-toggle';

const UserMenu = lazy(async () => ({ default: (await import('./user-menu')).UserMenu }));

/** `onMenu` opens the sidebar on narrow screens; absent where there is none. */
export function Header({ onMenu }: { onMenu: (() => void) | undefined }) {
  const { t } = useTranslation();
  const status = useStatus();
  const user = useSession();
  const screen = useScreen();
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        {onMenu && (
          <ActionIcon size="lg" hiddenFrom="sm" aria-label={t('nav.openMenu')} onClick={onMenu}>
            <IconMenu2 size={20} stroke={1.75} />
          </ActionIcon>
        )}
        <UnstyledButton component={Link} to="/" className={classes.brand}>
          <Image src={status.logo || '/logo.svg'} alt="" w={26} h={26} radius="sm" />
          <Text fw={600} truncate>
            {status.system_name}
          </Text>
        </UnstyledButton>
        <SiteBadge />
        <Group component="nav" aria-label={t('nav.main')} gap={4} ml="md" visibleFrom="sm">
          <NavLink to="/" end className={classes.link}>
            {t('nav.home')}
          </NavLink>
          <Link to="/token" className={classes.link} aria-current={screen?.menu ? 'page' : undefined}>
            {t('nav.console')}
          </Link>
          {status.docs_link && (
            <Anchor
              className={classes.link}
              href={status.docs_link}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('nav.docs')}
            </Anchor>
          )}
        </Group>
      </Group>
      <Group gap={4} wrap="nowrap">
        <ThemeToggle />
        <LanguageMenu />
        {user ? (
          <Suspense fallback={<div className={classes.pending} />}>
            <UserMenu user={user} />
          </Suspense>
        ) : (
          <Button component={Link} to="/login" ml={6}>
            {t('nav.login')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function SiteBadge() {
  const { t } = useTranslation();
  const { self_use_mode_enabled, demo_site_enabled } = useStatus();
  if (self_use_mode_enabled) return <Badge color="grape">{t('nav.selfUse')}</Badge>;
  return demo_site_enabled ? <Badge color="blue">{t('nav.demoSite')}</Badge> : null;
}
