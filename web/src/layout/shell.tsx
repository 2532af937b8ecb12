import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useSession } from '../lib/api/session';
import { imageAddress } from '../lib/browser/loadable-address';
import { lazyPart } from '../lib/browser/online';
import { useIsMedium } from '../lib/browser/use-is-phone';
import { useStatus, useStatusPending } from '../lib/api/use-status';
import { Hints } from '../ui/feedback/hints';
import { Footer } from './footer';
import { Header } from './header/header';
import { OfflineBanner } from './offline-banner';
import { PageAnnouncer } from './page-announcer';
import { PasswordWarning } from './password-warning';
import { SecondFactorNotice } from './second-factor-notice';
import classes from './shell.module.css';
import { useScreen } from './use-screen';
import { readText, writeText } from '../lib/browser/storage';

const Sidebar = lazyPart(async () => (await import('./sidebar/sidebar')).Sidebar);
const Shortcuts = lazyPart(async () => (await import('../features/shortcuts/shortcuts')).Shortcuts);
const SidebarDrawer = lazyPart(async () => (await import('./sidebar/sidebar-drawer')).SidebarDrawer);

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
  const statusPending = useStatusPending();

  const { close } = drawer;
  useEffect(() => close(), [close, pathname]);
  useDocumentHead(screen ? t(screen.title) : undefined, status.system_name, status.logo);

  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        {t('nav.skip')}
      </a>
      <PageAnnouncer screen={screen} />
      <Hints />
      {navigation.state === 'loading' && (
        <div className={classes.progress} role="progressbar" aria-label={t('common.loading')} />
      )}
      <header className={classes.header}>
        <Header onMenu={drawer.open} />
      </header>
      {!bare && (
        <Suspense
          fallback={<div className={classes.aside} data-collapsed={sidebar.collapsed || undefined} />}
        >
          <nav
            className={classes.aside}
            data-collapsed={sidebar.collapsed || undefined}
            aria-label={t('nav.sidebar')}
          >
            {/* The operator's settings determine the entries. */}
            {!statusPending && <Sidebar collapsed={sidebar.collapsed} onToggle={sidebar.toggle} />}
          </nav>
        </Suspense>
      )}
      {user && (
        <Suspense fallback={null}>
          <Shortcuts />
        </Suspense>
      )}
      {drawerOpen && (
        <Suspense fallback={null}>
          <SidebarDrawer opened onClose={drawer.close} title={status.system_name} />
        </Suspense>
      )}
      <main className={classes.main} data-full={screen?.full || undefined}>
        <OfflineBanner />
        <PasswordWarning />
        <SecondFactorNotice />
        <div id="content" tabIndex={-1} className={classes.content} data-bare={screen?.bare || undefined}>
          {status.setup || pathname === '/setup' ? <Outlet /> : <Navigate to="/setup" replace />}
        </div>
        {!screen?.full && <Footer />}
      </main>
    </div>
  );
}

function useDocumentHead(page: string | undefined, system: string, logo: string): void {
  useEffect(() => {
    document.title = page ? `${page} · ${system}` : system;
  }, [page, system]);
  useEffect(() => {
    document
      .querySelector<HTMLLinkElement>('link[rel="icon"]')
      ?.setAttribute('href', imageAddress(logo) ?? '/logo.svg');
  }, [logo]);
}

const COLLAPSED_KEY = 'default_collapse_sidebar';

/** Collapsed state of the sidebar: the user's choice, else the operator's default; without a choice, also where it takes room from tables. */
function useSidebar(preset: boolean) {
  const [own, setOwn] = useState(() => readText(COLLAPSED_KEY));
  const medium = useIsMedium();
  const collapsed = own === undefined ? preset || medium : own === 'true';
  return {
    collapsed,
    toggle() {
      writeText(COLLAPSED_KEY, String(!collapsed));
      setOwn(String(!collapsed));
    },
  };
}
