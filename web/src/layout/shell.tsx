import { AppShell, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useSession } from '../lib/session';
import { useStatus } from '../lib/use-status';
import { Footer } from './footer';
import { Header } from './header';
import { PasswordWarning } from './password-warning';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { useScreen } from './use-screen';
import { useSidebar } from './use-sidebar';

/** The frame around every page: header, sidebar, content, footer. */
export function Shell() {
  const { t } = useTranslation();
  const status = useStatus();
  const user = useSession();
  const screen = useScreen();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const sidebar = useSidebar(status.default_collapse_sidebar);
  const [drawerOpen, drawer] = useDisclosure(false);
  const bare = screen?.bare === true || !user;

  const { close } = drawer;
  useEffect(() => close(), [close, pathname]);
  useDocumentHead(screen ? t(screen.title) : undefined, status.system_name, status.logo);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: sidebar.collapsed ? 60 : 200,
        breakpoint: 'sm',
        collapsed: { mobile: true, desktop: bare },
      }}
      padding={0}
      transitionDuration={150}
    >
      <a className="skip-link" href="#content">
        {t('nav.skip')}
      </a>
      {navigation.state === 'loading' && (
        <div className={classes.progress} role="progressbar" aria-label={t('common.loading')} />
      )}
      <AppShell.Header className={classes.header}>
        <Header onMenu={bare ? undefined : drawer.open} />
      </AppShell.Header>
      {!bare && (
        <>
          <AppShell.Navbar className={classes.navbar} aria-label={t('nav.sidebar')}>
            <Sidebar collapsed={sidebar.collapsed} onToggle={sidebar.toggle} />
          </AppShell.Navbar>
          <Drawer
            opened={drawerOpen}
            onClose={drawer.close}
            position="left"
            size={264}
            title={status.system_name}
          >
            <Sidebar />
          </Drawer>
        </>
      )}
      <AppShell.Main className={classes.main}>
        <PasswordWarning />
        <div id="content" tabIndex={-1} className={classes.content} data-bare={screen?.bare || undefined}>
          <Outlet />
        </div>
        <Footer />
      </AppShell.Main>
    </AppShell>
  );
}

function useDocumentHead(page: string | undefined, system: string, logo: string): void {
  useEffect(() => {
    document.title = page ? `${page} · ${system}` : system;
  }, [page, system]);
  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', logo || '/logo.svg');
  }, [logo]);
}
