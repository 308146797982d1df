import path from 'node:path';
import express, { Router } from 'express';

const isFile = /\.[a-z\d]+$/i;

/** Serves the built console; any path that is no file is one of its screens. */
export function consoleRouter(dist: string): Router {
  const router = Router();
  router.use(
    '/assets',
    express.static(path.join(dist, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
  );
  router.use(
    express.static(dist, { index: false, setHeaders: (res) => res.setHeader('Cache-Control', 'no-cache') }),
  );
  router.get('/{*screen}', (req, res, next) => {
    if (isFile.test(req.path)) return next();
    res.sendFile('index.html', { root: dist, headers: { 'Cache-Control': 'no-cache' } });
  });
  return router;
}
