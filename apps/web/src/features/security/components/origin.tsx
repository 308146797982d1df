import type { Device, Place } from '@rowcast/contracts/domain/people/session';
import { useTranslation } from 'react-i18next';

/** The browser and operating system. */
export function DeviceName({ device }: { device: Device }) {
  const { t } = useTranslation('security', { keyPrefix: 'device' });
  const { browser, os } = device;
  if (browser && os) return t('browserOn', { browser, os });
  return browser ?? os ?? t('unknown');
}

/** A readable location of an IP address, as far as known. */
export function PlaceName({ place }: { place: Place }) {
  const { t } = useTranslation('security', { keyPrefix: 'place' });
  if (place.kind === 'unknown') return t('unknown');
  return t(place.kind, { address: place.address });
}
