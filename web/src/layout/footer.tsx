import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../lib/api/use-status';
import classes from './footer.module.css';

const Html = lazy(async () => ({ default: (await import('../ui/text/html')).Html }));

/** The operator's footer, or a credit line. */
export function Footer() {
  const { t } = useTranslation();
  const { footer_html, system_name, version } = useStatus();
  return (
    <footer className={classes.footer}>
      {footer_html ? (
        <Suspense fallback={null}>
          <Html html={footer_html} images="load" className={classes.own} />
        </Suspense>
      ) : (
        <Text size="xs" c="dimmed">
          {t('shell.credit', { name: system_name, version: version ? `v${version.replace(/^v/, '')}` : '' })}
        </Text>
      )}
    </footer>
  );
}
