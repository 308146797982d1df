export { storeInstallOffer } from './install-offer.ts';
