import threading

from engine.threads import in_slices


def test_each_item_is_worked_on_once_and_workers_share_nothing():
    """What makes workers need not be safe for threads: only the calling thread makes them."""
    made, seen = [], [0] * 1000

    def new_worker():
        made.append(threading.current_thread())
        own = set()

        def work(start, stop):
            own.add(threading.get_ident())
            assert len(own) == 1
            for item in range(start, stop):
                seen[item] += 1

        return work

    told = []
    in_slices(1000, 7, new_worker, threads=5, progress=told.append)
    assert made == [threading.current_thread()] * 5
    assert seen == [1] * 1000
    assert told[-1] == 1000
    assert told == sorted(told)


def test_there_are_no_more_threads_than_slices():
    made = []

    def new_worker():
        made.append(1)
        return lambda start, stop: None

    in_slices(10, 4, new_worker, threads=16)
    assert len(made) == 3
    in_slices(0, 4, new_worker, threads=16)
    assert len(made) == 3
