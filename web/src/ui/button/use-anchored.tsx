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
  /** Click handler of the button. */
  toggle: (event: MouseEvent<HTMLElement>) => void;
  /** Attributes of the button. */
  button: {
    id: string;
    'aria-haspopup': 'dialog' | 'menu';
    'aria-expanded': boolean;
    'aria-controls': string | undefined;
  };
  /** Undefined until first opened: pages contain many such buttons, and few are pressed. */
  box:
    | {
        /** Props of the Popover or Menu. */
        control: { id: string; opened: boolean; onChange: (opened: boolean) => void };
        /** First child of the Popover or Menu, in place of a target. */
        anchor: ReactNode;
      }
    | undefined;
}

/** A Popover or Menu that is mounted when its button is first pressed, as a sibling of the button. */
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
      // Mantine derives the id of the dropdown this way.
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
  /** Called when the position is known, so that it can open. */
  onReady: () => void;
  /** Ref of the Popover target. */
  ref?: Ref<HTMLElement>;
}

/** Passes the button's element to the Popover target. */
function Anchor({ element, onReady, ref }: AnchorProps) {
  const ready = useEffectEvent(onReady);
  const report = useEffectEvent((place: HTMLElement | null) => assignRef(ref, place));
  useLayoutEffect(() => {
    report(element);
    ready();
    return () => void report(null);
  }, [element]);
  return null;
}
