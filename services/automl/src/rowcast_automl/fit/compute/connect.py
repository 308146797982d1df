"""Connection to the backend that COMPUTE_URL names."""

from __future__ import annotations

from rowcast_automl.fit.compute.interface import Compute
from rowcast_automl.fit.compute.local import LocalCompute
from rowcast_automl.platform.config import require_ray_url
from rowcast_automl.platform.errors import RowcastError


def connect(url: str | None, threads: int, last: float, memory_bytes: int | None = None) -> Compute:
    """Connect to the Ray cluster at `url`, or use processes of this machine.

    Parameters
    ----------
    url : str or None
        `ray://host:port`, or None for this machine.
    threads : int
        Processes at once on this machine.
    last : float
        `time.monotonic()` at which units are killed on their nodes.
    memory_bytes : int or None
        Memory limit of all processes of this machine together.

    Raises
    ------
    RowcastError
        COMPUTE_UNAVAILABLE when `url` is invalid, the cluster cannot be reached, or `ray` is not installed.
    """
    if not url:
        return LocalCompute(threads, memory_bytes)
    try:
        require_ray_url(url)
    except ValueError as error:
        raise RowcastError("COMPUTE_UNAVAILABLE", f"COMPUTE_URL: {error}.") from error
    try:
        from rowcast_automl.fit.compute.on_ray import RayCompute

        return RayCompute(url, last)
    except ImportError as error:
        message = (
            f"COMPUTE_URL needs a package that is not installed ({error.name}). "
            "Install services/automl/requirements-cluster.lock."
        )
        raise RowcastError("COMPUTE_UNAVAILABLE", message) from error
    except (OSError, TimeoutError) as error:
        message = f"The cluster at {url} cannot be reached. Check COMPUTE_URL and the cluster."
        raise RowcastError("COMPUTE_UNAVAILABLE", message) from error
