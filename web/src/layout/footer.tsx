import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sanitizeHtml } from '../lib/sanitize';
import { useStatus } from '../lib/use-status';
import classes from './footer.module.css';

/** The operator's footer, or a credit line. */
export function Footer() {
  const { t } = useTranslation();
  const { footer_html, system_name, version } = useStatus();
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (footer_html) target.current?.replaceChildren(sanitizeHtml(footer_html));
  }, [footer_html]);
  return (
    <footer className={classes.footer}>
      {footer_html ? (
        <div ref={target} />
      ) : (
        <Text size="xs" c="dimmed">
          {t('shell.credit', { name: system_name, version: version ? `v${version.replace(/^v/, '')}` : '' })}
        </Text>
      )}
    </footer>
  );
}
