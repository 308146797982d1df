# api, jobs and the built console. Context: the repository's root.
FROM node:24-bookworm-slim AS base
WORKDIR /app

FROM base AS packages
RUN npm install --global --no-audit --no-fund --allow-scripts=pnpm pnpm@12.21.0
# The lock file pins every package by hash; looking up each one's age again costs more than the install.
ENV PNPM_CONFIG_MINIMUM_RELEASE_AGE=0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/contracts/package.json packages/contracts/
COPY packages/onnx-trees/package.json packages/onnx-trees/

FROM packages AS runtime-packages
RUN pnpm install --frozen-lockfile --prod --ignore-scripts --filter @rowcast/api --filter @rowcast/contracts --filter @rowcast/onnx-trees

FROM packages AS console
RUN pnpm install --frozen-lockfile --ignore-scripts --filter @rowcast/web --filter @rowcast/contracts
COPY tsconfig.base.json ./
COPY packages/contracts packages/contracts
COPY apps/web apps/web
RUN pnpm --filter @rowcast/web run build

FROM base
# Node's own choice of a young generation is so large that it is hardly ever collected by itself.
ENV NODE_OPTIONS=--max-semi-space-size=16
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WEB_DIST=/app/apps/web/dist STORAGE_URL=file:///var/lib/rowcast/objects
ENV TMPDIR=/var/lib/rowcast/tmp
RUN install -d -o node -g node /var/lib/rowcast/objects /var/lib/rowcast/tmp
COPY --chmod=755 docker/with-secrets.sh /usr/local/bin/with-secrets
COPY --from=runtime-packages /app ./
COPY packages/contracts packages/contracts
COPY packages/onnx-trees packages/onnx-trees
COPY tooling tooling
COPY apps/api/src apps/api/src
COPY --from=console /app/apps/web/dist apps/web/dist
USER node
EXPOSE 3000
ENTRYPOINT ["with-secrets"]
CMD ["node", "apps/api/src/main.ts"]
