import { useTranslation } from 'react-i18next';
import { colorOfRatio } from '../../lib/format/colors';
import { StatusBadge } from './status-badge';

/** The price ratio of a group. */
export function RatioBadge({ ratio }: { ratio: number }) {
  const { t } = useTranslation();
  return <StatusBadge color={colorOfRatio(ratio)}>{t('token.ratio', { ratio })}</StatusBadge>;
}
