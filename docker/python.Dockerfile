# worker and model server. Context: the repository's root.
FROM python:3.11-slim-bookworm AS packages
COPY tooling/bootstrap/python/requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
# requirements-cluster.lock adds Ray.
ARG PYTHON_LOCK=requirements-runtime.lock
COPY services/automl/${PYTHON_LOCK} runtime.lock
# The lock file is complete: nothing may be resolved again.
RUN python -m venv --without-pip /opt/venv && \
    uv pip install --python /opt/venv --no-cache --no-deps --require-hashes --compile-bytecode -r runtime.lock && \
    echo /app/rowcast >"$(/opt/venv/bin/python -c 'import site; print(site.getsitepackages()[0])')/rowcast.pth"

FROM packages AS rowcast
WORKDIR /build
COPY services/automl/pyproject.toml services/automl/requirements.lock ./
COPY services/automl/src src
RUN uv build --no-cache --wheel --build-constraints requirements.lock --require-hashes && \
    uv pip install --no-cache --no-deps --compile-bytecode --target /app/rowcast dist/*.whl

FROM python:3.11-slim-bookworm
# LightGBM's wheel leaves the OpenMP library to the system.
RUN apt-get update && apt-get install --yes --no-install-recommends libgomp1 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 1000 --create-home rowcast && \
    install -d -o rowcast -g rowcast /var/lib/rowcast/objects /var/lib/rowcast/tmp
WORKDIR /app
COPY --from=packages /opt/venv /opt/venv
COPY --chmod=755 docker/with-secrets.sh /usr/local/bin/with-secrets
COPY --from=rowcast /app/rowcast rowcast
ENV NODE_ENV=production PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    STORAGE_URL=file:///var/lib/rowcast/objects TMPDIR=/var/lib/rowcast/tmp
USER rowcast
EXPOSE 8100
ENTRYPOINT ["with-secrets"]
CMD ["python", "-m", "rowcast_automl.entrypoints.worker"]
