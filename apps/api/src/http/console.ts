import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import packedStatic from 'express-static-gzip';

const isFile = /\.[a-z\d]+$/i;

/** Pages that the build drew ahead, by their address: `login.html` for /login, `@.apis.html` for /{workspace}/apis. */
function drawnPages(dist: string): Map<string, string> {
  const files = readdirSync(dist).filter((name) => name.endsWith('.html') && name !== 'index.html');
  return new Map(
    files.map((name) => {
      const place = name === 'landing.html' ? '' : path.parse(name).name.replaceAll('.', '/');
      return [`/${place}`, `/${name}`];
    }),
  );
}

const unpacked: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader('Content-Encoding');
  next(error);
};

/** Serves the built console as the build packed it; any path that is no file is one of its screens. */
export function consoleRouter(dist: string): Router {
  const router = Router();
  const pages = drawnPages(dist);
  const toFile: RequestHandler = (req, _res, next) => {
    const inWorkspace = req.path.replace(/^\/[^/]+(?=\/)/, '/@');
    if (!isFile.test(req.path)) req.url = pages.get(req.path) ?? pages.get(inWorkspace) ?? '/index.html';
    next();
  };
  const assets = path.join(dist, 'assets') + path.sep;
  router.get(
    '/{*place}',
    toFile,
    packedStatic(dist, {
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      index: false,
      serveStatic: {
        fallthrough: false,
        setHeaders: (res, file) => {
          const kept = file.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache';
          res.setHeader('Cache-Control', kept);
        },
      },
    }),
    unpacked,
  );
  return router;
}
