# worker and model server. Context: the repository's root.
FROM python:3.11-slim-bookworm AS packages
RUN python -m venv /opt/venv
COPY services/automl/requirements-runtime.lock ./
# The lock file is complete, so nothing may be resolved again.
RUN /opt/venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-runtime.lock

FROM python:3.11-slim-bookworm
ENV NODE_ENV=production PATH=/opt/venv/bin:$PATH PYTHONPATH=/app/src PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    STORAGE_URL=file:///var/lib/rowcast/objects TMPDIR=/var/lib/rowcast/tmp
RUN useradd --uid 1000 --create-home rowcast && \
    install -d -o rowcast -g rowcast /var/lib/rowcast/objects /var/lib/rowcast/tmp
COPY --chmod=755 docker/with-secrets.sh /usr/local/bin/with-secrets
COPY --from=packages /opt/venv /opt/venv
COPY services/automl/src /app/src
WORKDIR /app
USER rowcast
EXPOSE 8100
ENTRYPOINT ["with-secrets"]
CMD ["python", "-m", "rowcast_automl.entrypoints.worker"]
