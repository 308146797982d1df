export { keepInstallOffer } from './install-offer.ts';
