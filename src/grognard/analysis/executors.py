"""Where a list of jobs runs: in this process, a pool of processes on every core, or a Ray cluster. The results are the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.resource_tracker import ensure_running
from typing import Any, Protocol

import grognard
from grognard.analysis.jobs import Failure, Job, JobFailed, Played, attempt, attempt_all
from grognard.core.errors import GrognardError

Done = list[Played | Failure]
CHUNK_SECONDS = 0.25
"""How long a chunk should take: long enough to be worth sending, short enough to show progress and to stop soon."""
LARGEST_CHUNK = 64
CONNECT_SECONDS = 10.0
MOST_PROCESSES = 61
"""The most processes that Windows can wait for."""


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


class Executor(Protocol):
    """Runs chunks of jobs and returns their results."""

    size: int
    """How many chunks it works on at once."""

    def send(self, chunk: Sequence[Job], keep: bool) -> Any:
        """Start a chunk; returns a handle to it."""
        ...

    def finished(self, handles: Sequence[Any]) -> list[Any]:
        """Wait until at least one of these chunks is done."""
        ...

    def result(self, handle: Any) -> Done: ...

    def close(self) -> None:
        """All chunks are done."""
        ...

    def stop(self) -> None:
        """Abort what is in progress."""
        ...


class Pool:
    """Processes on this machine, started with spawn on every system."""

    def __init__(self, processes: int) -> None:
        self.size = min(processes, MOST_PROCESSES)
        context = multiprocessing.get_context("spawn")
        self.executor = ProcessPoolExecutor(self.size, context, initializer=prepare_worker)

    def send(self, chunk: Sequence[Job], keep: bool) -> Future[Done]:
        if hasattr(signal, "pthread_sigmask"):
            ensure_running()  # the resource tracker of the pool, which unblocks Ctrl-C when it starts
        with interrupts_blocked():  # this may start a worker
            return self.executor.submit(attempt_all, chunk, keep, grognard.__version__)

    def finished(self, handles: Sequence[Future[Done]]) -> list[Future[Done]]:
        done = wait(handles, return_when=FIRST_COMPLETED).done
        return [handle for handle in handles if handle in done]

    def result(self, handle: Future[Done]) -> Done:
        return handle.result()

    def close(self) -> None:
        self.executor.shutdown()

    def stop(self) -> None:
        workers = list((self.executor._processes or {}).values())
        self.executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Let Ctrl-C wait. A worker started meanwhile lets it wait until it is prepared: before, it would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_worker() -> None:
    """Let a worker end at once, and quietly, on Ctrl-C and with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def check_reachable(address: str) -> None:
    """Check whether anything answers at HOST:PORT or ray://HOST:PORT: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()


class Cluster:
    """A Ray cluster; `local` starts one on this machine."""

    def __init__(self, address: str) -> None:
        try:
            self.ray = import_module("ray")
        except ImportError:
            raise GrognardError("A cluster needs Ray: install it with pip install 'grognard[cluster]'.") from None
        try:
            check_reachable(address)
            self.ray.init(address=address, logging_level="ERROR", log_to_driver=False)
        except (OSError, RuntimeError, ValueError) as fault:
            words = " ".join(str(fault).split()).rstrip(".")
            raise GrognardError(f"The Ray cluster at '{address}' cannot be used: {words}.") from None
        self.work = self.ray.remote(attempt_all)
        self.size = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def send(self, chunk: Sequence[Job], keep: bool) -> Any:
        return self.work.remote(chunk, keep, grognard.__version__)

    def finished(self, handles: Sequence[Any]) -> list[Any]:
        done: list[Any] = self.ray.wait(list(handles), num_returns=1)[0]
        return done

    def result(self, handle: Any) -> Done:
        try:
            done: Done = self.ray.get(handle)
            return done
        except self.ray.exceptions.RayTaskError as fault:
            if isinstance(fault.cause, GrognardError):
                raise fault.cause from None
            raise

    def close(self) -> None:
        self.ray.shutdown()

    def stop(self) -> None:
        self.ray.shutdown()


def play_all(jobs: Sequence[Job], processes: int | None, cluster: str | None, keep: bool) -> Generator[Played, None, None]:
    """The game of every job as it finishes. The first job that fails, by its number, ends the run."""
    if processes is not None and processes < 1:
        raise GrognardError(f"At least 1 process is needed, not {processes}.")
    if cluster is not None and processes is not None:
        raise GrognardError("A cluster has its own processes: give either a cluster or a number of processes.")
    if cluster is not None:
        return run_chunks(jobs, Cluster(cluster), keep)
    workers = min(processes or cores(), len(jobs))
    return run_chunks(jobs, Pool(workers), keep) if workers > 1 else run_here(jobs, keep)


def run_here(jobs: Sequence[Job], keep: bool) -> Generator[Played, None, None]:
    """One game after another in this process."""
    for job in jobs:
        done = attempt(job, keep)
        if isinstance(done, Failure):
            raise JobFailed(done)
        yield done


def run_chunks(jobs: Sequence[Job], executor: Executor, keep: bool) -> Generator[Played, None, None]:
    """Hand out chunks in the order of the jobs, two ahead of each worker; the shorter the games, the larger the chunks.

    Jobs start in order, so once one fails all before it are done or running: these are awaited, and the first failure raised.
    """
    handles: list[Any] = []
    failures: list[Failure] = []
    sent, games, seconds = 0, 0, 0.0
    try:
        while True:
            while not failures and sent < len(jobs) and len(handles) < 2 * executor.size:
                size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS * games / seconds))) if seconds else 1
                handles.append(executor.send(jobs[sent : sent + size], keep))
                sent += size
            if not handles:
                break
            for handle in executor.finished(handles):
                handles.remove(handle)
                for done in executor.result(handle):
                    if isinstance(done, Failure):
                        failures.append(done)
                        continue
                    games += 1
                    seconds += done.result.seconds
                    yield done
    except BrokenProcessPool:
        executor.stop()
        raise GrognardError(
            "The processes that play the games ended too early; a script must call this under"
            " if __name__ == '__main__', and if memory is short, fewer processes help."
        ) from None
    except BaseException:
        executor.stop()
        raise
    executor.close()
    if failures:
        raise JobFailed(min(failures, key=lambda failure: failure.job.game))
