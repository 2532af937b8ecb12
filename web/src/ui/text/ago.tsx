import { useTranslation } from 'react-i18next';
import { formatAgo, formatTime } from '../../lib/format/format';
import { hint } from '../feedback/hint';

/** A relative time; the tooltip shows the exact time. @param at Unix seconds */
export function Ago({ at }: { at: number }) {
  const { i18n } = useTranslation();
  return <span {...hint(formatTime(at))}>{formatAgo(at, i18n.language)}</span>;
}
