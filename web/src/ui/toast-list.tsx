import { Notifications } from '@mantine/notifications';
import { useIsPhone } from '../lib/use-is-phone';
import classes from './toasts.module.css';

/** Below the header, in the middle on phones. */
export function ToastList() {
  const phone = useIsPhone();
  return (
    <Notifications
      position={phone ? 'top-center' : 'top-right'}
      limit={4}
      containerWidth={380}
      // Long ones scroll in themselves; the default cuts them at both ends.
      notificationMaxHeight="none"
      classNames={{ root: classes.root }}
    />
  );
}
