import { Notifications } from '@mantine/notifications';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import classes from './toasts.module.css';

/** Toasts below the header, centered on phones. */
export function ToastList() {
  const phone = useIsPhone();
  return (
    <Notifications
      position={phone ? 'top-center' : 'top-right'}
      limit={4}
      containerWidth={380}
      // Long toasts scroll inside; the default height cuts them off at both ends.
      notificationMaxHeight="none"
      classNames={{ root: classes.root }}
    />
  );
}
