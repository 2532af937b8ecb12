import { Role } from '#contract/enums';
import type { UserResponse } from '#contract/resources/accounts/user';
import type { TFunction } from 'i18next';
import { Quota } from '../../ui/badge/quota';
import type { Brief } from '../../ui/table/data-table.types';
import { Status } from './user-columns';

/** A user in two lines, for phones: name and balance; group, role and name of address. */
export function userBrief(user: UserResponse, t: TFunction): Brief {
  const { id, username, display_name, group, role, quota } = user;
  const parts = [
    `#${id}`,
    group,
    role >= Role.root ? t('user.roleRoot') : role >= Role.admin && t('user.roleAdmin'),
    display_name !== username && display_name,
  ];
  return {
    title: username,
    value: <Quota value={quota} />,
    line: parts.filter(Boolean).join(' · '),
    status: <Status user={user} />,
  };
}
