"""The place that COMPUTE_URL names."""

from __future__ import annotations

from rowcast_automl.fit.compute.interface import Compute
from rowcast_automl.fit.compute.local import LocalCompute
from rowcast_automl.platform.errors import RowcastError


def connect(url: str | None, threads: int, last: float, memory_bytes: int | None = None) -> Compute:
    """Processes of this machine, or the cluster behind `url`.

    Parameters
    ----------
    url : str or None
        `ray://host:port`, `dask://host:port`, or None for this machine.
    threads : int
        Processes at once on this machine.
    last : float
        `time.monotonic()` at which units are killed on their nodes.
    memory_bytes : int or None
        What the processes of this machine may hold together.

    Raises
    ------
    RowcastError
        COMPUTE_UNAVAILABLE when the cluster cannot be reached or its client is not installed.
    """
    if not url:
        return LocalCompute(threads, memory_bytes)
    try:
        if url.startswith("ray://"):
            from rowcast_automl.fit.compute.on_ray import RayCompute

            return RayCompute(url, last)
        if url.startswith("dask://"):
            from rowcast_automl.fit.compute.on_dask import DaskCompute

            return DaskCompute(url, last)
    except ImportError as error:
        message = (
            f"COMPUTE_URL asks for a package that is not installed ({error.name}). "
            "Install services/automl/requirements-cluster.lock."
        )
        raise RowcastError("COMPUTE_UNAVAILABLE", message) from error
    except (OSError, TimeoutError) as error:
        message = f"The cluster at {url} cannot be reached. Check COMPUTE_URL and the cluster."
        raise RowcastError("COMPUTE_UNAVAILABLE", message) from error
    raise RowcastError("COMPUTE_UNAVAILABLE", "COMPUTE_URL must begin with ray:// or dask://.")
