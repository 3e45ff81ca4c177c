from __future__ import annotations

import http.server
import inspect
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from unittest import mock

from earshot_client import AsyncClient, Client, EarshotError, matters

from .world import World

PROBLEM = "application/problem+json"


world: World


def setUpModule() -> None:
    global world
    world = World()


def tearDownModule() -> None:
    world.close()


class Operations(unittest.TestCase):
    def test_what_comes_back_has_names_and_times_of_python(self) -> None:
        asked = world.agent.ask("When?", form={"kind": "choice", "options": ["now"], "allow_text": True})
        request = asked.request
        self.assertEqual(request.agent_name, "agent")
        self.assertIsNotNone(request.created_at.utcoffset())
        self.assertLess(abs(datetime.now(timezone.utc) - request.created_at), timedelta(minutes=5))
        assert request.question is not None
        self.assertTrue(request.question.form.allow_text)
        self.assertIsNone(request.closed_at)
        with self.assertRaises(AttributeError):
            request.status = "answered"

    def test_what_is_given_may_have_a_time_of_python(self) -> None:
        asked = world.agent.ask("Since?")
        found = world.agent.list(since=(asked.request.created_at - timedelta(seconds=1)).isoformat())
        self.assertIn(asked.request.id, [item.id for item in found.items])

    def test_arguments_come_back_as_they_were_given(self) -> None:
        args: dict[str, Any] = {"to_whom": "ana", "createdAt": "2026-01-01", "none": None, "ü": [0, False, ""]}
        sought = world.agent.authorize("transfer", args, "It is due.")
        assert sought.request.authorization is not None
        self.assertEqual(sought.request.authorization.action.args, args)

    def test_a_refusal_is_an_error_with_its_code_and_sentence(self) -> None:
        with self.assertRaises(EarshotError) as refused:
            world.agent.show("req_01m8gqn17103xz6s64p3r3h54r")
        self.assertEqual(refused.exception.code, "NOT_FOUND")
        self.assertIn("req_01m8gqn17103xz6s64p3r3h54r", str(refused.exception))
        self.assertFalse(refused.exception.may_pass)

    def test_what_json_would_change_is_refused_before_it_is_sent(self) -> None:
        for args, path in (
            ({"at": datetime.now()}, "/at"),
            ({"rate": float("nan")}, "/rate"),
            ({"by": {1: "one"}}, "/by"),
            ({"a/b": [{"c": {1, 2}}]}, "/a~1b/0/c"),
        ):
            with self.subTest(path), self.assertRaises(EarshotError) as refused:
                world.agent.authorize("transfer", args, "It is due.")
            self.assertEqual(refused.exception.code, "INVALID_INPUT")
            self.assertIn(f'"/args{path}"', str(refused.exception))

    def test_an_id_leads_to_no_other_address(self) -> None:
        for id in ("..", "", "../agents", "a/b?c#d"):
            with self.subTest(id), self.assertRaises(EarshotError) as refused:
                world.agent.show(id)
            self.assertIn(refused.exception.code, ("INVALID_INPUT", "NOT_FOUND"))

    def test_the_same_idempotency_key_asks_once(self) -> None:
        first, second = (world.agent.ask("Once?", idempotency_key="python-once") for _ in range(2))
        self.assertEqual(first.request.id, second.request.id)

    def test_calls_and_questions_take_what_the_operations_take(self) -> None:
        for name, matter, own in (
            ("authorize", matters.Called, {"hold_ms", "join_key", "redeem_if_allowed"}),
            ("ask", matters.Questioned, {"hold_ms", "join_key", "tool"}),
        ):
            takes = set(inspect.signature(getattr(Client, name)).parameters)
            keys = set(matter.__required_keys__ | matter.__optional_keys__)
            self.assertEqual(takes - {"self", "idempotency_key"} - own, keys)

    def test_both_clients_do_the_same(self) -> None:
        def public(of: type) -> set[str]:
            return {name for name in dir(of) if not name.startswith("_")}

        self.assertEqual(public(Client), public(AsyncClient))
        self.assertGreater(len(public(Client)), 140)


class Streams(unittest.TestCase):
    def test_events_come_one_after_another(self) -> None:
        after = world.agent.last_event().seq
        world.agent.tell("Begun.")
        [event] = world.agent.events(after=after)
        self.assertEqual((event.seq, event.type), (after + 1, "message.created"))
        self.assertIsNotNone(event.at.utcoffset())

    def test_a_stream_that_follows_goes_on_where_it_was_cut(self) -> None:
        seen: list[int] = []
        is_there = threading.Event()

        def follow() -> None:
            for event in world.agent.events(follow=True):
                seen.append(event.seq)
                if event.seq >= last + 2:
                    return
                is_there.set()

        last = world.agent.last_event().seq
        thread = threading.Thread(target=follow)
        thread.start()
        is_there.wait(30)
        world.kill()
        world.start()
        world.agent.tell("One.")
        world.agent.tell("Two.")
        thread.join(60)
        self.assertFalse(thread.is_alive())
        self.assertEqual(seen, sorted(set(seen)))


class Restarts(unittest.TestCase):
    def test_a_wait_goes_on_over_a_server_that_is_killed_and_listens_elsewhere(self) -> None:
        waited: list[Any] = []
        asked = world.agent.ask_for("Over a restart?", key="restart", hold_ms=0)
        thread = threading.Thread(
            target=lambda: waited.append(Client(data=world.data, retry_for_ms=500).ask_for("Over a restart?", key="restart"))
        )
        thread.start()
        time.sleep(0.3)
        world.kill()
        time.sleep(1)
        world.start()
        world.operator.answer(asked.request.id, {"text": "yes"})
        thread.join(60)
        self.assertEqual(waited[0].values, "yes")

    def test_a_server_that_is_away_is_an_error_once_the_time_is_over(self) -> None:
        errors: list[str] = []
        client = Client("http://127.0.0.1:9", "key", retry_for_ms=300, on_retry=lambda error: errors.append(error.code))
        with self.assertRaises(EarshotError) as refused:
            client.whoami()
        self.assertEqual(refused.exception.code, "UNREACHABLE")
        self.assertIn("No Earshot server answers at http://127.0.0.1:9", str(refused.exception))
        self.assertGreater(len(errors), 0)

    def test_the_next_node_is_called_where_one_is_away(self) -> None:
        url = world.agent._calls._endpoint().urls[0]
        client = Client(["http://127.0.0.1:9", url], world.key("agent"))
        self.assertEqual(client.whoami().principal.name, "agent")
        self.assertEqual(client._calls._chosen, url)


class Discovery(unittest.TestCase):
    def _found_in(self, folder: Path, **environment: str) -> str:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("EARSHOT")}
        before = os.getcwd()
        os.chdir(folder)
        try:
            with mock.patch.dict(os.environ, {**clean, **environment}, clear=True):
                return Client(retry_for_ms=0).whoami().principal.name
        finally:
            os.chdir(before)

    def test_the_server_is_found_from_any_folder_below_its_own(self) -> None:
        below = world.folder / "a" / "b"
        below.mkdir(parents=True, exist_ok=True)
        self.assertEqual(self._found_in(below), "agent")

    def test_variables_name_the_folder_or_the_server_and_the_key(self) -> None:
        elsewhere = Path(tempfile.gettempdir())
        data, state = str(world.data), str(world.folder / "state")
        self.assertEqual(self._found_in(elsewhere, EARSHOT_DATA=data), "agent")
        at_home = {"HOME": str(world.data.parent), "EARSHOT_DATA": f"~/{world.data.name}"}
        self.assertEqual(self._found_in(elsewhere, **at_home), "agent")
        url = world.agent._calls._endpoint().urls[0]
        operator = {"EARSHOT_URL": url, "EARSHOT_KEY": world.key("operator")}
        self.assertEqual(self._found_in(elsewhere, **operator), "operator")
        with self.assertRaises(EarshotError) as refused:
            self._found_in(elsewhere, XDG_STATE_HOME=state)
        self.assertIn("No Earshot server has been started on", str(refused.exception))

    def test_a_folder_that_came_with_a_clone_is_not_asked_until_it_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder, ".earshot")
            project.mkdir()
            (project / "agent.key").write_bytes((world.data / "agent.key").read_bytes())
            for note in ("", '{"path":"/x","folder":"1"}', '{"path":"/x","file":"1"}'):
                (project / "place.json").write_text(note)
                with self.assertRaises(EarshotError) as refused:
                    self._found_in(Path(folder))
                self.assertEqual(refused.exception.code, "NOT_ALLOWED")
            self.assertIn("it may have come with a clone", str(refused.exception))

    @unittest.skipUnless(hasattr(os, "geteuid"), "the system has no numbers of users")
    def test_a_folder_of_another_user_is_not_asked(self) -> None:
        own = os.geteuid()
        with mock.patch.object(os, "geteuid", return_value=own + 1):
            with self.assertRaises(EarshotError) as refused:
                self._found_in(world.folder)
        self.assertIn("belongs to another user", str(refused.exception))

    def test_the_port_of_a_killed_server_is_not_sent_the_key(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("server.json", "agent.key", "lock"):
                Path(folder, name).write_bytes((world.data / name).read_bytes())
            with self.assertRaises(EarshotError) as refused:
                self._found_in(Path(folder), EARSHOT_DATA=folder)
            self.assertIn("was killed, or this folder is a copy", str(refused.exception))


class Scripted:
    """A server that answers as it is told, and notes what it was sent."""

    def __init__(self, *answers: tuple[int, dict[str, str], bytes]) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        left = list(answers)
        sent = self.sent

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("content-length", "0"))
                sent.append((self.path, {k.lower(): v for k, v in self.headers.items()}, self.rfile.read(length)))
                status, headers, body = left.pop(0) if len(left) > 1 else left[0]
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


OK = (200, {"Content-Type": "application/json", "Content-Length": "9"}, b'{"seq":1}')


class Retries(unittest.TestCase):
    def test_a_limit_is_waited_out_for_as_long_as_the_server_says(self) -> None:
        limited = (429, {"Content-Type": PROBLEM, "Retry-After": "1"}, b'{"code":"RATE_LIMITED","detail":"Slow."}')
        with Scripted(limited, OK) as server:
            began = time.monotonic()
            self.assertEqual(Client(server.url, "key").last_event().seq, 1)
            self.assertGreaterEqual(time.monotonic() - began, 1)

    def test_a_change_is_repeated_with_one_key(self) -> None:
        away = (503, {"Content-Type": PROBLEM}, b'{"code":"STORE_UNAVAILABLE","detail":"Away."}')
        kid = (200, {"Content-Type": "application/json"}, b'{"kid":"k1"}')
        with Scripted(away, away, kid) as server:
            self.assertEqual(Client(server.url, "key").rotate_grant_key().kid, "k1")
            keys = {headers["idempotency-key"] for _, headers, _ in server.sent}
            self.assertEqual((len(server.sent), len(keys)), (3, 1))

    def test_an_answer_that_was_cut_is_asked_for_again(self) -> None:
        cut = (200, {"Content-Type": "application/json", "Content-Length": "99"}, b'{"seq":')
        with Scripted(cut, OK) as server:
            self.assertEqual(Client(server.url, "key").last_event().seq, 1)

    def test_what_can_never_succeed_is_said_at_once(self) -> None:
        refused = (400, {"Content-Type": PROBLEM}, b'{"code":"INVALID_INPUT","detail":"No."}')
        page = (200, {"Content-Type": "text/html"}, b"<title>Hello</title>")
        moved = (302, {"Location": "http://evil.example/"}, b"")
        for answer in (refused, page, moved):
            with self.subTest(answer[0]), Scripted(answer) as server:
                with self.assertRaises(EarshotError) as error:
                    Client(server.url, "key").last_event()
                self.assertEqual(error.exception.code, "INVALID_INPUT")
                self.assertEqual(len(server.sent), 1)

    def test_a_value_cannot_add_a_header(self) -> None:
        with Scripted(OK) as server, self.assertRaises(EarshotError) as error:
            Client(server.url, "key\r\nX-More: 1").last_event()
        self.assertEqual(error.exception.code, "INVALID_INPUT")

    def test_chunks_and_what_ends_with_the_connection_are_read_whole(self) -> None:
        chunks = (
            200,
            {"Content-Type": "application/json", "Transfer-Encoding": "chunked"},
            b'4\r\n{"se\r\n5;x=y\r\nq":1}\r\n0\r\n\r\n',
        )
        for answer in (chunks, (200, {"Content-Type": "application/json"}, b'{"seq":1}')):
            with Scripted(answer) as server:
                self.assertEqual(Client(server.url, "key").last_event().seq, 1)


class Import(unittest.TestCase):
    def test_asyncio_and_ssl_are_left_to_whoever_uses_them(self) -> None:
        script = "import sys, earshot_client; print([m for m in ('asyncio', 'ssl', 'http.client') if m in sys.modules])"
        # Without the site, whose packages may import anything.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        said = subprocess.run([sys.executable, "-S", "-c", script], env=environment, capture_output=True, text=True)
        self.assertEqual((said.stdout, said.stderr), ("[]\n", ""))
