import { ActionIcon } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { hint } from '../feedback/hint';

/** Beside the name of a model: leads administrators to its price. Others see nothing. */
export function PriceLink({ model }: { model: string }) {
  const { t } = useTranslation();
  const admin = isAdmin(useSession());
  if (!admin || model === '') return null;
  const label = t('common.priceOf', { name: model });
  return (
    <ActionIcon
      component={Link}
      to={withQuery('/prices', { model })}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      {...hint(label)}
    >
      <IconTag size={14} stroke={1.75} />
    </ActionIcon>
  );
}
