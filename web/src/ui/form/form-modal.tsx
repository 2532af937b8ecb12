import { Button, Drawer, Group, Loader, ScrollArea, Skeleton, Stack } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { createContext, memo, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/interaction/toast';
import { useSteady } from '../../lib/interaction/use-steady';
import { useFocusBack } from '../../lib/browser/use-focus-back';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import { LoadFailed } from '../feedback/empty-state';
import classes from './form-modal.module.css';
import type { UnsavedGuard } from '../dialog/use-unsaved-guard';

interface FormModalProps {
  opened: boolean;
  title: string;
  /** Forms for new records open on the left, forms for existing ones on the right. */
  side?: 'left' | 'right';
  /** A click outside does not close the panel. */
  sticky?: boolean;
  loading?: boolean;
  /** Set if the record to edit could not be loaded. */
  failed?: { message: string; retry: () => void };
  pending: boolean;
  onSubmit: () => void;
  /** An action that is recommended instead of plain saving, such as one that checks the input first. */
  recommended?: { label: string; pending: boolean; onAct: () => void } | undefined;
  /** Asks for confirmation before unsaved input is discarded. */
  guard: UnsavedGuard;
  children: ReactNode;
}

/** Submits with Ctrl/Cmd+Enter, also from a text area, where Enter inserts a line. A disabled button ignores it. */
const submitOnKey = getHotkeyHandler([
  [
    'mod+Enter',
    ({ target }) => {
      const form = target instanceof Element ? target.closest('form') : null;
      form?.querySelector<HTMLButtonElement>('[type="submit"]')?.click();
    },
  ],
]);

/** The parts of the panel that are rendered with each key press. */
const Fields = createContext<ReactNode>(null);
const Question = createContext<ReactNode>(null);

/** A form in a side panel of 600 px, full width on phones, with its buttons always visible. */
export function FormModal({ children, guard, onSubmit, failed, recommended, ...frame }: FormModalProps) {
  const { close, submit, retry, act } = useSteady({
    close: guard.close,
    submit: onSubmit,
    retry: () => failed?.retry(),
    act: () => recommended?.onAct(),
  });
  return (
    <Fields value={children}>
      <Question value={guard.question}>
        <Panel
          {...frame}
          asking={guard.asking}
          problem={failed?.message}
          recommendation={recommended?.label}
          acting={recommended?.pending}
          onAct={act}
          onClose={close}
          onSubmit={submit}
          onRetry={retry}
        />
      </Question>
    </Fields>
  );
}

interface PanelProps extends Omit<FormModalProps, 'children' | 'guard' | 'failed' | 'recommended'> {
  /** The question about unsaved input is open. */
  asking: boolean;
  /** Why the record to edit could not be loaded. */
  problem: string | undefined;
  /** Label of the recommended action. */
  recommendation: string | undefined;
  acting: boolean | undefined;
  onAct: () => void;
  onClose: () => void;
  onRetry: () => void;
}

const Panel = memo(function Panel(props: PanelProps) {
  const { opened, title, side = 'right', sticky, loading, asking, problem, pending } = props;
  const { onClose, onSubmit, onRetry, recommendation, acting = false, onAct } = props;
  const { t } = useTranslation();
  const phone = useIsPhone();
  useFocusBack(opened);
  const fields = useFirstField(!loading && problem === undefined);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!asking}
      position={side}
      size={phone ? '100%' : 600}
      closeOnClickOutside={!sticky}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: classes.content }}>
        <form
          className={classes.form}
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (pending || acting) toast.error(t('common.submittedTwice'));
            else onSubmit();
          }}
          onKeyDown={submitOnKey}
        >
          <Drawer.Header className={classes.header}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('common.close')} />
          </Drawer.Header>
          <ScrollArea className={classes.body} type="auto">
            <div ref={fields} className={classes.fields}>
              {problem !== undefined ? (
                <LoadFailed message={problem} onRetry={onRetry} />
              ) : loading ? (
                <FieldSkeletons />
              ) : (
                <Slot of={Fields} />
              )}
            </div>
          </ScrollArea>
          <Group className={classes.footer} justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            {/* Not disabled while saving, so that it keeps the focus; another press shows a message. */}
            <Button
              type="submit"
              variant={recommendation === undefined ? 'filled' : 'default'}
              aria-busy={pending}
              leftSection={pending && <Loader size={14} color="currentcolor" />}
              disabled={loading || problem !== undefined}
            >
              {t('common.submit')}
            </Button>
            {recommendation !== undefined && (
              <Button
                aria-busy={acting}
                leftSection={acting && <Loader size={14} color="currentcolor" />}
                disabled={loading || problem !== undefined}
                onClick={() => (pending || acting ? toast.error(t('common.submittedTwice')) : onAct())}
              >
                {recommendation}
              </Button>
            )}
          </Group>
        </form>
        <Slot of={Question} />
      </Drawer.Content>
    </Drawer.Root>
  );
});

function Slot({ of: content }: { of: typeof Fields }) {
  return useContext(content);
}

function FieldSkeletons() {
  return (
    <Stack gap="lg">
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row}>
          <Skeleton h={12} w={90} mb={8} />
          <Skeleton h={36} />
        </div>
      ))}
    </Stack>
  );
}

/**
 * A form that loads its record opens with the focus on the close button. Moves it to the first field, unless the user
 * has moved it meanwhile.
 */
function useFirstField(ready: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  const waited = useRef(false);
  useEffect(() => {
    if (!ready) waited.current = true;
    else if (waited.current && document.activeElement?.matches('header *'))
      fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ready]);
  return fields;
}
