"""People behind CrewAI: tools wait for an approval, and crews and flows for what people say."""

from __future__ import annotations

from contextvars import ContextVar

from ._errors import EarshotError
from ._framework import (
    People,
    Started,
    blocking,
    decided,
    question_of,
    unanswered,
    write_whole,
)
from ._sync_io import run
from .outcomes import Given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import Any, Protocol, TypeVar

    from ._framework import StrPath
    from .client import Client
    from .matters import Matter

    Tool = TypeVar("Tool")

    class Crew(Protocol):
        agents: Any
        tasks: Any

        def kickoff(self, inputs: Any = None, **more: Any) -> Any: ...

    class FlowClass(Protocol):
        def __call__(self, **given: Any) -> Any: ...
        def from_pending(self, flow_id: str, persistence: Any, **given: Any) -> Any: ...

    Otherwise = Callable[[Given], str]
    """The feedback that a flow goes on with if nobody has given any."""

# Of which no file system takes more than 255 bytes.
_NAME_LENGTH = 50
_HEARD = "_earshot_heard"
_KEPT = "_earshot_kept"
_current: ContextVar[_Run] = ContextVar("earshot_crew")
_REVIEW = {
    "type": "object",
    "properties": {
        "accepted": {"type": "boolean", "title": "Is it accepted?"},
        "change": {"type": "string", "title": "What should change?"},
    },
    "required": ["accepted"],
}


@blocking
def run_with_people(crew: Crew, inputs: Mapping[str, Any] | None, started: Started) -> Any:
    """Kicks the crew off, and puts the calls of its `bound` and `answered` tools to people.

    CrewAI begins anew after a kill. What models have said, and what these tools have given, is kept in
    the file `kept_in` until the crew ends, so that the next run of the thread makes the same calls and
    finds what was asked. An approval is used up before its call runs; if a run is killed after that,
    the next one tells the model that the call may have run, or with `again` runs it again.

    A task with `human_input` asks people whether its answer is accepted; if nobody says, NOT_APPROVED
    is raised. If `hold_ms` is over before people have answered, the result is None, and the next run
    of the thread waits on.

    `more` goes to `kickoff`, such as `input_files`.
    """
    people = started.people
    _refuse_unstoppable(crew, people.hold_ms)
    kept = _Kept(started.kept_in)
    for llm in _models_of(crew):
        _hear(llm)
    run_ = _Run(people, started.thread, kept)
    result = _within(run_, lambda: crew.kickoff(inputs=inputs, **started.more))
    if result is not None:
        kept.clear()
    return result


def run_flow_with_people(
    flow: FlowClass,
    inputs: Mapping[str, Any] | None = None,
    *,
    thread: str,
    earshot: Client,
    persistence: Any = None,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    otherwise: Otherwise | None = None,
) -> Any:
    """Runs a flow of this class, whose id is the thread, and gives it the feedback of people.

    For methods with `@human_feedback(provider=ByPeople())`, and for `Flow.ask`. CrewAI keeps a flow
    that waits for feedback in `persistence`, its own file if none is given, and the next run of the
    thread goes on there, without `inputs`. Where the method names outcomes, people pick one, and no
    model is asked what they meant.

    If `hold_ms` is over first, the result is None. Feedback that nobody has given raises NOT_APPROVED,
    unless `otherwise` gives the text: `default_outcome` never decides for people.
    """
    people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=False)
    if persistence is None:
        persistence = _module("flow.persistence.factory").default_flow_persistence()
    return _within(
        _Run(people, thread, None), lambda: _flow(flow, inputs, thread, persistence, otherwise)
    )


class ByPeople:
    """The provider of `@human_feedback` in flows that `run_flow_with_people` runs, and of `Flow.ask`."""

    def request_feedback(self, context: Any, flow: Any) -> str:
        """Nothing is asked before CrewAI has kept the flow, and the key with it: no kill asks twice."""
        _running("@human_feedback").keep_key(context)
        raise _module("flow.async_feedback").HumanFeedbackPending(context=context)

    def request_input(self, message: str, flow: Any, metadata: Any = None) -> str | None:
        given = _running("Flow.ask").ask(message, {"text": message})
        return _shown(given) if given.outcome == "answered" else None


def bound(tool: Tool) -> Tool:
    """The tool, which runs only with arguments that people have approved, perhaps edited."""

    def calling(run_: _Run, made: Any, invoke: Callable[..., Any], args: dict[str, Any]) -> Any:
        return run_.approve(made, invoke, args)

    wrapped: Tool = _wrapped(tool, calling)
    return wrapped


def answered(tool: Tool, *, files_in: StrPath | None = None) -> Tool:
    """The tool with a person's answer as its result: it does not run.

    A file in the answer is put into the folder `files_in`, and the model reads its `path`, as the
    tools of CrewAI take it. Without a folder the model reads only its name, size and digest.
    """

    def calling(run_: _Run, made: Any, invoke: Callable[..., Any], args: dict[str, Any]) -> Any:
        given = run_.ask(made.name, question_of(args), args)
        if given.outcome != "answered":
            return unanswered(given)
        return _text(given.values if files_in is None else run_.put_files(given, files_in))

    wrapped: Tool = _wrapped(tool, calling)
    return wrapped


def _wrapped(tool: Any, calling: Callable[..., Any]) -> Any:
    made = tool.model_copy()
    # CrewAI would give an equal call the result of the first, rejections included.
    made.cache_function = _never
    name = "func" if "func" in type(tool).model_fields else "_run"
    invoke = getattr(tool, name)

    def invoking(*positional: Any, **args: Any) -> Any:
        if positional:
            args = {**dict(zip(made.args_schema.model_fields, positional)), **args}
        return calling(_running(made.name), made, invoke, args)

    object.__setattr__(made, name, invoking)
    return made


def _never(_args: object = None, _result: object = None) -> bool:
    return False


class _Stopped(BaseException):
    """Ends a crew from within a tool: CrewAI tells the model of any other exception, and goes on."""

    def __init__(self, error: EarshotError | None = None) -> None:
        super().__init__("Nobody has answered yet." if error is None else str(error))
        self.error = error


def _refuse_unstoppable(crew: Crew, hold_ms: float | None) -> None:
    """CrewAI would wait for ever for a task of another thread that is stopped."""
    for task in crew.tasks:
        if task.async_execution and (task.human_input or hold_ms is not None):
            raise EarshotError(
                "INVALID_INPUT",
                f"The task {task.description!r} has async_execution, and cannot be stopped: "
                "run it without, or without hold_ms and human_input.",
            )


def _within(run_: _Run, work: Callable[[], Any]) -> Any:
    """None if it waits for people still."""
    provider = _module("core.providers.human_input")
    token = _current.set(run_)
    reviewing = provider.set_provider(_Reviewer())
    try:
        return work()
    except _Stopped as stopped:
        if stopped.error is not None:
            raise stopped.error from None
        return None
    finally:
        provider.reset_provider(reviewing)
        _current.reset(token)


def _running(name: str) -> _Run:
    run_ = _current.get(None)
    if run_ is None:
        raise EarshotError(
            "NOT_APPROVED",
            f"{name} asks people, and has not run: start it by run_with_people or run_flow_with_people.",
        )
    return run_


class _Run:
    def __init__(self, people: People, thread: str, kept: _Kept | None) -> None:
        from threading import Lock

        self._people = people
        self._thread = thread
        self._kept = kept
        self._lock = Lock()
        self._times: dict[str, int] = {}

    def approve(self, tool: Any, invoke: Callable[..., Any], args: dict[str, Any]) -> Any:
        key = self._key(tool.name, args)
        if self._kept is not None and (result := self._kept.result(key)) is not None:
            return result
        reason = f"The model called {tool.name}."
        decision = decided(
            self._say({"key": key, "call": {"tool": tool.name, "args": args, "reason": reason}})
        )
        if decision.args is None:
            result = decision.says
        else:
            result = _awaited(invoke(**decision.args))
            if decision.is_edited:
                result = f"{decision.says}\n\n{tool.format_output_for_agent(result)}"
        if self._kept is not None:
            self._kept.keep_result(key, tool.format_output_for_agent(result))
        return result

    def ask(self, name: str, question: Any, args: object = None) -> Given:
        given = self._say({"key": self._key(name, args), "question": question})
        assert isinstance(given, Given)
        return given

    def put_files(self, given: Given, folder: StrPath) -> Any:
        from pathlib import Path

        from ._files import with_files

        paths: dict[str, str] = {}
        for file in run(self._people.files(given)):
            Path(folder).mkdir(parents=True, exist_ok=True)
            # Its name is a stranger's: it neither hides nor replaces a file.
            path = Path(folder, f"{file.digest[7:23]}-{file.name[-_NAME_LENGTH:]}")
            write_whole(path, file.data)
            paths[file.digest] = str(path)
        return with_files(given, lambda file, _: {**file, "path": paths[file["digest"]]})

    def keep_key(self, context: Any) -> None:
        shown = [context.message, _text(context.method_output)]
        kept = {"key": self._key(context.method_name, shown), "times": self._times}
        context.metadata = {**context.metadata, _KEPT: kept}

    def feedback(self, context: Any, question: Any) -> Given:
        kept = context.metadata[_KEPT]
        self._times.update(kept["times"])
        context.metadata = {name: one for name, one in context.metadata.items() if name != _KEPT}
        given = self._say({"key": kept["key"], "question": question})
        assert isinstance(given, Given)
        return given

    def heard(self, about: str, say: Callable[[], Any]) -> Any:
        """What a model says now, or said in the run before this."""
        if self._kept is None:
            return say()
        nth = f"{about}/{self._nth(about)}"
        said = self._kept.said(nth)
        if said is not None:
            return said
        answer = say()
        kept = _kept_of(answer)
        if kept is not None:
            self._kept.keep_said(nth, kept)
        return answer

    def _say(self, matter: Matter) -> Any:
        said = run(self._people.say([matter]))
        if said is None:
            raise _Stopped
        return said[0]

    def _key(self, name: str, args: object) -> tuple[str, ...]:
        content = _digest(args)
        return (self._thread, name, content, str(self._nth(f"{name}/{content}")))

    def _nth(self, what: str) -> int:
        with self._lock:
            nth = self._times.get(what, 0)
            self._times[what] = nth + 1
            return nth


class _Reviewer:
    """Who says whether the answer of a task with `human_input` is accepted."""

    def setup_messages(self, context: Any) -> bool:
        return False

    def post_setup_messages(self, context: Any) -> None:
        pass

    def handle_feedback(self, formatted_answer: Any, context: Any) -> Any:
        answer = formatted_answer
        while (change := self._change(answer, context)) is not None:
            context.messages.append(context._format_feedback_message(change))
            answer = context._invoke_loop()
        context.ask_for_human_input = False
        return answer

    async def handle_feedback_async(self, formatted_answer: Any, context: Any) -> Any:
        raise EarshotError("INVALID_INPUT", "Kick this crew off by run_with_people.")

    @staticmethod
    def _change(answer: Any, context: Any) -> str | None:
        output = str(answer.output)
        asked: dict[str, Any] = {
            "text": f"Is this the answer to the task?\n\n{context.task.description}",
            "context": output,
            "form": {"kind": "fields", "schema": _REVIEW},
        }
        given = _running("human_input").ask(f"task {context.task.key}", asked, output)
        if given.outcome != "answered":
            raise _Stopped(_nobody(given))
        values: Any = given.values
        if values["accepted"]:
            return None
        return values.get("change") or "It is not accepted. Do it again."


def _flow(
    flow: FlowClass,
    inputs: Mapping[str, Any] | None,
    thread: str,
    persistence: Any,
    otherwise: Otherwise | None,
) -> Any:
    asking = {"input_provider": ByPeople()}
    pending_type = _module("flow.async_feedback").HumanFeedbackPending
    if persistence.load_pending_feedback(thread) is None:
        begun = flow(persistence=persistence, **asking)
        result = begun.kickoff(inputs={**(inputs or {}), "id": thread})
        if not isinstance(result, pending_type):
            return result
    while True:
        # Read again: what is kept is what the next run finds, keys included.
        waiting = flow.from_pending(thread, persistence, **asking)
        result = waiting.resume(_feedback(waiting.pending_feedback, otherwise))
        if not isinstance(result, pending_type):
            return result


def _feedback(context: Any, otherwise: Otherwise | None) -> str:
    asked: dict[str, Any] = {"text": context.message, "context": _text(context.method_output)}
    if context.emit:
        asked["form"] = {"kind": "fields", "schema": _outcomes(context.emit)}
    given = _running("@human_feedback").feedback(context, asked)
    if given.outcome != "answered":
        if otherwise is None:
            raise _Stopped(_nobody(given))
        return otherwise(given)
    if not context.emit:
        return _shown(given)
    values: Any = given.values
    context.llm = _picks(values["outcome"])
    feedback: str = values.get("feedback") or values["outcome"]
    return feedback


def _outcomes(names: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "outcome": {"type": "string", "enum": list(names)},
            "feedback": {"type": "string"},
        },
        "required": ["outcome"],
    }


def _picks(outcome: str) -> Any:
    """Stands where CrewAI asks a model which outcome the feedback means: a person has said it."""
    import json

    base = _module("llms.base_llm").BaseLLM

    def call(self: object, *_: object, **__: object) -> str:
        return json.dumps({"outcome": outcome})

    return type("PickedByPeople", (base,), {"call": call})(model="people")


def _models_of(crew: Any) -> list[Any]:
    agents = [*crew.agents, *(task.agent for task in crew.tasks), getattr(crew, "manager_agent", None)]
    models = [getattr(agent, "llm", None) for agent in agents]
    found = [*models, getattr(crew, "manager_llm", None)]
    return [llm for llm in found if hasattr(llm, "call")]


def _hear(llm: Any) -> None:
    """What this model says within a run with people is kept."""
    if hasattr(llm, _HEARD):
        return
    call = llm.call

    def hearing(messages: Any, *positional: Any, **given: Any) -> Any:
        run_ = _current.get(None)
        task = given.get("from_task")
        if run_ is None or task is None or not given.get("tools"):
            return call(messages, *positional, **given)
        agent = getattr(given.get("from_agent"), "key", None)
        # The steps of a plan, which may run at once, differ by how their messages begin.
        about = _digest([task.key, agent, messages[:2]])
        return run_.heard(about, lambda: call(messages, *positional, **given))

    object.__setattr__(llm, "call", hearing)
    object.__setattr__(llm, _HEARD, True)


def _kept_of(answer: object) -> Any:
    """A model's answer as JSON; None if it has another form than a text or calls of tools."""
    if isinstance(answer, str):
        return answer
    if not isinstance(answer, list):
        return None
    import json

    info_of = _module("utilities.agent_utils").extract_tool_call_info
    calls = []
    for call in answer:
        info = info_of(call)
        if info is None:
            return None
        id, name, args = info
        arguments = args if isinstance(args, str) else json.dumps(args)
        calls.append(
            {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
        )
    return calls


class _Kept:
    """What the models of a run have said, and what its tools have given."""

    def __init__(self, path: Path) -> None:
        import json
        from threading import Lock

        self._path = path
        self._lock = Lock()
        try:
            self._all: dict[str, dict[str, Any]] = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            self._all = {"said": {}, "results": {}}

    def said(self, nth: str) -> Any:
        return self._all["said"].get(nth)

    def keep_said(self, nth: str, answer: Any) -> None:
        self._keep("said", nth, answer)

    def result(self, key: Sequence[str]) -> str | None:
        return self._all["results"].get(_digest(key))

    def keep_result(self, key: Sequence[str], result: str) -> None:
        self._keep("results", _digest(key), result)

    def _keep(self, kind: str, name: str, value: Any) -> None:
        import json

        with self._lock:
            self._all[kind][name] = value
            write_whole(self._path, json.dumps(self._all, ensure_ascii=False).encode())

    def clear(self) -> None:
        self._path.unlink(missing_ok=True)


def _nobody(given: Given) -> EarshotError:
    details = {"outcome": given.outcome, "id": given.request.id}
    return EarshotError("NOT_APPROVED", unanswered(given), details=details)


def _awaited(result: Any) -> Any:
    if not hasattr(result, "__await__"):
        return result
    import asyncio

    return asyncio.run(result)


def _shown(given: Given) -> str:
    return _text(given.values)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False, default=str)


def _digest(value: object) -> str:
    import hashlib
    import json

    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _module(name: str) -> Any:
    from importlib import import_module

    return import_module(f"crewai.{name}")
