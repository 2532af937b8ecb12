import { Popover } from '@mantine/core';
import { assignRef } from '@mantine/hooks';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
} from 'react';

interface Anchored {
  opened: boolean;
  close: () => void;
  /** What a press on the button does. */
  toggle: (event: MouseEvent<HTMLElement>) => void;
  /** Attributes of the button. */
  button: {
    id: string;
    'aria-haspopup': 'dialog' | 'menu';
    'aria-expanded': boolean;
    'aria-controls': string | undefined;
  };
  /** undefined until it is opened for the first time: there are many buttons, and few are ever pressed. */
  box:
    | {
        /** Properties of the Popover or Menu. */
        control: { id: string; opened: boolean; onChange: (opened: boolean) => void };
        /** First inside it, in place of a target. */
        anchor: ReactNode;
      }
    | undefined;
}

/** A Popover or Menu that is there only once its button was pressed, and stands beside the button, not around it. */
export function useAnchored(kind: 'dialog' | 'menu'): Anchored {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [element, setElement] = useState<HTMLElement>();
  return {
    opened,
    close: () => setOpened(false),
    toggle({ currentTarget }) {
      if (element) setOpened(!opened);
      else setElement(currentTarget);
    },
    button: {
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      // The name that Mantine gives to what opens.
      'aria-controls': opened ? `${id}-dropdown` : undefined,
    },
    box: element && {
      control: { id, opened, onChange: setOpened },
      anchor: (
        <Popover.Target>
          <Anchor element={element} onReady={() => setOpened(true)} />
        </Popover.Target>
      ),
    },
  };
}

interface AnchorProps {
  element: HTMLElement;
  /** The place is known: it can open. */
  onReady: () => void;
  /** Of who wants to know the place. */
  ref?: Ref<HTMLElement>;
}

/** Says where the button is that the target stands for. */
function Anchor({ element, onReady, ref }: AnchorProps) {
  const ready = useEffectEvent(onReady);
  const tell = useEffectEvent((place: HTMLElement | null) => assignRef(ref, place));
  useLayoutEffect(() => {
    tell(element);
    ready();
    return () => void tell(null);
  }, [element]);
  return null;
}
