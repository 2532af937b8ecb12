import { useTranslation } from 'react-i18next';
import { colorOfRatio } from '../lib/colors';
import { StatusBadge } from './status-badge';

/** What a group's prices are multiplied by. */
export function RatioBadge({ ratio }: { ratio: number }) {
  const { t } = useTranslation();
  return <StatusBadge color={colorOfRatio(ratio)}>{t('token.ratio', { ratio })}</StatusBadge>;
}
