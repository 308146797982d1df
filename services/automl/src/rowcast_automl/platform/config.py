"""The settings of every Python process, read from the environment."""

import base64
import binascii
import os
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

KEY_BYTES = 32
RAY_URL = re.compile(r"ray://.+")


class KeySettings(BaseSettings):
    """Settings about keys. Attributes are the environment variables in lower case."""

    # An invalid value may still be a secret.
    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore", hide_input_in_errors=True)

    rowcast_data: Path | None = None
    bundle_signing_key: SecretStr | None = None
    bundle_public_key: str | None = None

    @field_validator("bundle_signing_key")
    @classmethod
    def signing_key_is_a_seed(cls, key: SecretStr | None) -> SecretStr | None:
        """Raise ValueError unless the key is 32 bytes in base64, without repeating it."""
        if key is not None:
            require_key_bytes(key.get_secret_value())
        return key

    @field_validator("bundle_public_key")
    @classmethod
    def public_key_is_a_key(cls, key: str | None) -> str | None:
        """Raise ValueError unless the key is 32 bytes in base64."""
        if key is not None:
            require_key_bytes(key)
        return key


class CommandSettings(KeySettings):
    """Settings of the command line; sizes in MB of 2^20 bytes."""

    compute_url: str | None = None
    train_threads: Annotated[int, Field(ge=1)] = os.cpu_count() or 1
    worker_memory_mb: Annotated[int, Field(ge=64)] = 4096

    @field_validator("compute_url")
    @classmethod
    def compute_url_names_a_ray_cluster(cls, url: str | None) -> str | None:
        """Reject a URL that is not a Ray cluster, without repeating it."""
        if url is not None:
            require_ray_url(url)
        return url


class Settings(CommandSettings):
    """Settings of the worker and the model server; sizes in MB of 2^20 bytes."""

    redis_url: SecretStr = SecretStr("redis://127.0.0.1:6379")
    storage_url: str = Field(pattern=r"^(file:///|s3://).+")
    model_server_host: str = "127.0.0.1"
    model_server_port: Annotated[int, Field(ge=0, le=65535)] = 8100
    model_memory_mb: Annotated[int, Field(ge=64)] = 1024
    model_server_memory_mb: Annotated[int, Field(ge=256)] | None = None
    model_server_processes: Annotated[int, Field(ge=1, le=64)] = 1
    model_server_quiet_seconds: Annotated[int, Field(ge=1)] = 30
    model_idle_seconds: Annotated[float, Field(ge=0)] = 1_800
    worker_concurrency: Annotated[int, Field(ge=1, le=64)] = 1
    scratch_mb: Annotated[int, Field(ge=64)] = 20_480
    log_level: Literal["trace", "debug", "info", "warn", "error", "fatal", "silent"] = "info"
    log_pretty: bool = False

    @property
    def server_memory_bytes(self) -> int:
        """Memory limit of one model-server process: its models, and one gigabyte of overhead."""
        return (self.model_server_memory_mb or self.model_memory_mb + 1024) << 20

    def child_environment(self) -> dict[str, str]:
        """Environment variables for child processes, without keys."""
        return {
            "STORAGE_URL": self.storage_url,
            "TRAIN_THREADS": str(self.train_threads),
            "WORKER_MEMORY_MB": str(self.worker_memory_mb),
            "LOG_LEVEL": self.log_level,
            "LOG_PRETTY": str(self.log_pretty).lower(),
        }


def require_key_bytes(encoded: str) -> bytes:
    """Decode 32 bytes from base64. Raises ValueError if `encoded` is anything else."""
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        raise ValueError("must be base64") from None
    if len(key) != KEY_BYTES:
        raise ValueError(f"must be {KEY_BYTES} bytes in base64")
    return key


def require_ray_url(url: str) -> None:
    """Raise ValueError, with the expected value, unless `url` names a Ray cluster."""
    if url.startswith("dask://"):
        raise ValueError(
            "Dask clusters are not supported. Start a Ray cluster and set ray://host:10001, "
            "or unset COMPUTE_URL to train on this machine"
        )
    if not RAY_URL.match(url):
        raise ValueError("must be the address of a Ray cluster, such as ray://host:10001")


@lru_cache
def settings() -> Settings:
    """Return the settings of this process. Raises pydantic's ValidationError if they are invalid."""
    return Settings()


def settings_or_exit() -> Settings:
    """Return the settings of this process.

    If one is invalid, print its name and the reason, and exit with code 2.
    """
    try:
        return settings()
    except ValidationError as error:
        reasons = "".join(
            f"  {str(problem['loc'][0]).upper()}: {problem['msg'].removeprefix('Value error, ')}.\n"
            for problem in error.errors(include_input=False)
        )
        sys.stderr.write(f"Not a valid configuration:\n{reasons}See .env.example.\n")
        raise SystemExit(2) from None
