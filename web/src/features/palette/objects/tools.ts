import type { TFunction } from 'i18next';
import type { SessionUser } from '../../../lib/api/session';
import type { Money } from '../../../lib/format/format';

/** What descriptions and actions of records need. */
export interface Tools {
  t: TFunction;
  viewer: SessionUser | undefined;
  /** Whether the viewer is an administrator. */
  admin: boolean;
  money: Money;
  navigate: (path: string) => void;
  /** Undefined until loaded. */
  typeName: (type: number) => string | undefined;
}
