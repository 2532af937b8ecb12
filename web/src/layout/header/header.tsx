import { ActionIcon, Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/api/session';
import { useStatus } from '../../lib/api/use-status';
import { SiteLogo } from '../../ui/media/site-logo';
import classes from './header.module.css';
import { LanguageMenu } from './language-menu';
import { MainLinks } from './main-links';
import { PaletteButton } from './palette-button';
import { ThemeToggle } from './theme-toggle';
import { lazyPart } from '../../lib/browser/online';

const NewYear = lazyPart(async () => (await import('../new-year')).NewYear);
const BalanceChip = lazyPart(async () => (await import('./balance-chip')).BalanceChip);
const NoticeBell = lazyPart(async () => (await import('./notice-bell')).NoticeBell);
const UserMenu = lazyPart(async () => (await import('./user-menu')).UserMenu);

/** `onMenu` opens the drawer of narrow screens. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  const status = useStatus();
  const user = useSession();
  return (
    <Group
      h="100%"
      px={{ base: 'xs', xs: 'md' }}
      justify="space-between"
      wrap="nowrap"
      gap="xs"
      className={classes.bar}
    >
      <Group gap="sm" wrap="nowrap" miw={0}>
        <ActionIcon size="lg" hiddenFrom="sm" aria-label={t('nav.openMenu')} onClick={onMenu}>
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
        <UnstyledButton component={Link} to={user ? '/overview' : '/'} className={classes.brand}>
          <SiteLogo size={26} />
          <Text fw={600} truncate>
            {status.system_name}
          </Text>
        </UnstyledButton>
        <SiteBadge />
        <Group component="nav" aria-label={t('nav.main')} gap={4} ml="md" visibleFrom="sm" wrap="nowrap">
          <MainLinks className={classes.link} />
          {isNewYear() && (
            <Suspense fallback={null}>
              <NewYear className={classes.link} />
            </Suspense>
          )}
        </Group>
      </Group>
      <Group gap={4} wrap="nowrap" className={classes.tools}>
        {user && (
          <Suspense fallback={null}>
            <BalanceChip />
            <NoticeBell />
          </Suspense>
        )}
        {user && <PaletteButton />}
        <ThemeToggle />
        <LanguageMenu />
        {user ? (
          <Suspense fallback={<PendingMenu name={user.username} />}>
            <UserMenu user={user} />
          </Suspense>
        ) : (
          <SignInLinks />
        )}
      </Group>
    </Group>
  );
}

/** A placeholder of the menu button's width, which prevents a layout shift. */
function PendingMenu({ name }: { name: string }) {
  return (
    <div className={classes.pending}>
      <Text size="sm" fw={500} visibleFrom="sm" maw={140} truncate>
        {name}
      </Text>
    </div>
  );
}

function SignInLinks() {
  const { t } = useTranslation();
  const { self_use_mode_enabled, register_enabled } = useStatus();
  return (
    <>
      <Button component={Link} to="/login" ml={6}>
        {t('nav.login')}
      </Button>
      {!self_use_mode_enabled && register_enabled && (
        <Button component={Link} to="/register" variant="default" visibleFrom="sm" ml={6}>
          {t('nav.register')}
        </Button>
      )}
    </>
  );
}

function SiteBadge() {
  const { t } = useTranslation();
  const { self_use_mode_enabled, demo_site_enabled } = useStatus();
  if (self_use_mode_enabled) return <Badge color="grape">{t('nav.selfUse')}</Badge>;
  return demo_site_enabled ? <Badge color="blue">{t('nav.demoSite')}</Badge> : null;
}

/** True on January 1 in the user's time zone. */
function isNewYear(now = new Date()): boolean {
  return now.getMonth() === 0 && now.getDate() === 1;
}
