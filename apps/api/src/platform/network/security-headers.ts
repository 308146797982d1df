import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Styles may be inline because chart and dialog libraries set them; scripts never are. */
const middleware = (https: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  });

/** The console copies to the clipboard and needs none of the rest. */
const unused = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'bluetooth',
  'midi',
  'hid',
];
const sensors = ['accelerometer', 'gyroscope', 'magnetometer', 'display-capture', 'screen-wake-lock'];
const permissionsPolicy = [...unused, ...sensors].map((feature) => `${feature}=()`).join(', ');

/** Names and values that every answer carries: worked out once, since they never differ. */
export function securityHeaders(https: boolean): [string, string][] {
  const blank = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(https)(blank.req, blank, () => {});
  blank.setHeader('Permissions-Policy', permissionsPolicy);
  return Object.entries(blank.getHeaders()).map(([name, value]) => [name, String(value)]);
}
