import { IconDownload } from '@tabler/icons-react';
import { hint } from '../feedback/hint';
import { ROW_BUTTON } from './row-button';

interface DownloadIconProps {
  /** Accessible name: the action and its object. */
  label: string;
  url: string;
}

/** Downloads a file from a row; browsers open those of other sites in a new tab instead. */
export function DownloadIcon({ label, url }: DownloadIconProps) {
  return (
    <a
      {...hint(label)}
      aria-label={label}
      href={url}
      download
      target="_blank"
      rel="noopener noreferrer"
      className={ROW_BUTTON}
    >
      <IconDownload size={16} stroke={1.75} />
    </a>
  );
}
