import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { useStatus } from '../../lib/api/use-status';
import { useScreen } from '../use-screen';

/** Navigation links available to everyone. */
export function MainLinks({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const { docs_link, status_page_enabled } = useStatus();
  const screen = useScreen();
  return (
    <>
      <NavLink to="/" end className={className}>
        {t('nav.home')}
      </NavLink>
      <Link to="/detail" className={className} aria-current={screen?.menu ? 'page' : undefined}>
        {t('nav.console')}
      </Link>
      <NavLink to="/pricing" className={className}>
        {t('nav.pricing')}
      </NavLink>
      {docs_link && (
        <a className={className} href={docs_link} target="_blank" rel="noopener noreferrer">
          {t('nav.docs')}
        </a>
      )}
      {status_page_enabled && (
        <NavLink to="/status" className={className}>
          {t('nav.status')}
        </NavLink>
      )}
      <NavLink to="/about" className={className}>
        {t('nav.about')}
      </NavLink>
    </>
  );
}
