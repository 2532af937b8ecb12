import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { accentOf, blend, contrast, type Scheme, SURFACES, TINTS } from '../../../accent';
import { formatNumber } from '../../../lib/format/format';
import { SiteLogo } from '../../../ui/media/site-logo';
import classes from './accent-preview.module.css';

const SCHEMES = ['light', 'dark'] as const;
const TEXT = { light: '#18181b', dark: '#ececee' } as const;

/** Parts of the console in an accent, on the cards of both schemes, with the contrasts that were computed. */
export function AccentPreview({ color }: { color: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.panels} role="group" aria-label={t('settings.form.preview')}>
      {SCHEMES.map((scheme) => (
        <Panel key={scheme} scheme={scheme} color={color} />
      ))}
    </div>
  );
}

function Panel({ scheme, color }: { scheme: Scheme; color: string }) {
  const { t } = useTranslation();
  const accent = accentOf(color);
  const { filled, text, ink } = accent[scheme];
  const { card } = SURFACES[scheme];
  const [share] = TINTS[scheme];
  const tint = blend(accent.shades[scheme === 'light' ? 6 : 5], card, share);
  const ratios = [contrast(filled, '#ffffff'), contrast(text, card), contrast(ink, tint)];
  const style = {
    '--preview-card': card,
    '--preview-text': TEXT[scheme],
    '--preview-filled': filled,
    '--preview-link': text,
    '--preview-tint': tint,
    '--preview-ink': ink,
  } as CSSProperties;
  return (
    <div className={classes.panel} style={style} data-mantine-color-scheme={scheme}>
      <SiteLogo size={26} />
      <span className={classes.button}>{t('common.save')}</span>
      <span className={classes.link}>{t('settings.form.sample.link')}</span>
      <span className={classes.chip}>{t('settings.form.sample.chip')}</span>
      <span className={classes.focus}>{t('settings.form.sample.focus')}</span>
      <span className={classes.contrast}>
        {t(`settings.form.sample.${scheme}`, { ratio: formatNumber(floored(Math.min(...ratios))) })}
      </span>
    </div>
  );
}

/** With one digit, never better than it is. */
function floored(ratio: number): number {
  return Math.floor(ratio * 10) / 10;
}
