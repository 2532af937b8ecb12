import { Image, type ImageProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStatus } from '../../lib/api/use-status';
import { imageAddress } from '../../lib/browser/loadable-address';
import { findPlates, type Plates, storedPlates } from '../../lib/browser/logo-contrast';
import classes from './site-logo.module.css';

const OWN_LOGO = '/logo.svg';

/** The operator's logo, on a plate in schemes on whose background it could not be seen. `size` in pixels. */
export function SiteLogo({ size, ...rest }: { size: number } & ImageProps) {
  const address = imageAddress(useStatus().logo) ?? OWN_LOGO;
  const plates = usePlates(address);
  return (
    <Image
      src={address}
      alt=""
      w={size}
      h={size}
      radius="sm"
      fit="contain"
      className={classes.logo}
      data-plate={plates.join(' ') || undefined}
      {...rest}
    />
  );
}

const NONE: Plates = [];

/** Schemes in which the image needs a plate; none until it has been read. */
export function usePlates(address: string): Plates {
  const [found, setFound] = useState<{ address: string; plates: Plates }>();
  // The console's own logo has a background of its own.
  const known = address === OWN_LOGO ? NONE : storedPlates(address);
  useEffect(() => {
    if (known !== undefined) return;
    let isCurrent = true;
    void findPlates(address).then((plates) => isCurrent && setFound({ address, plates }));
    return () => {
      isCurrent = false;
    };
  }, [address, known]);
  return known ?? (found?.address === address ? found.plates : NONE);
}
